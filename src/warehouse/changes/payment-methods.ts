import { byCodePoint } from '../../lib/text/names.ts';
import { DATA_DEFAULTS } from '../../settings/data-settings.ts';
import { isAudienceMethod } from '../../snapshot/audience.ts';
import type { RefreshSettings, Tables } from '../../snapshot/tables.ts';
import { paymentSeries, WHOLE } from '../../snapshot/tables.ts';
import type { Warning } from '../warning.ts';

const SHOWN = 8;

/** A payment method that published orders were paid by. */
export interface PaymentMethod {
  readonly name: string;
  /** Whether audience figures count it. */
  readonly isCounted: boolean;
}

/** The methods that published orders were paid by. */
export function methodsIn({ methods, payments }: Tables): Set<string> {
  const used = new Set(
    payments.series
      .filter((series) => series < paymentSeries(1, 0, methods.length))
      .map((series) => series % methods.length),
  );
  return new Set(methods.filter((_, method) => used.has(method)));
}

/** Counted ones first, then by name: a list that is cut short still has them. */
export function paymentMethods(tables: Tables): PaymentMethod[] {
  const { audienceMethods } = tables.facts.settings;
  return [...methodsIn(tables)]
    .map((name) => ({ name, isCounted: isAudienceMethod(audienceMethods, name) }))
    .sort((a, b) => Number(b.isCounted) - Number(a.isCounted) || byCodePoint(a.name, b.name));
}

/** What is wrong with the audience of published figures, also where no order on the restricted basis has a member. */
export function audienceWarnings(tables: Tables): Warning[] {
  const { facts } = tables;
  if (facts.lines === 0) return [];
  const warnings = methodWarnings(methodsIn(tables), facts.settings);
  // Under disclosure control suppressed cells have no audience either, and other warnings say so.
  if (warnings.some(({ code }) => code === 'no-audience') || facts.privacy || hasAudience(tables))
    return warnings;
  const message =
    'No line that is paid by an audience method names a member: audience figures are 0, ' +
    'as is right where orders have no members';
  return [...warnings, { code: 'no-audience', message }];
}

/** Compares the audience methods with those that orders were paid by. */
export function methodWarnings(
  methods: ReadonlySet<string>,
  { audienceMethods }: RefreshSettings,
): Warning[] {
  const names = [...methods];
  if (!names.some((name) => isAudienceMethod(audienceMethods, name))) {
    const message =
      `No line was paid by ${audienceMethods.join(', ')}: audience figures are 0. The payment methods are: ${shortened(names)}. ` +
      'To count some of them: mdq settings set MDQ_AUDIENCE_METHODS "…"; to count all: mdq settings set MDQ_AUDIENCE_METHODS "*"';
    return [{ code: 'no-audience', message }];
  }
  const absent = audienceMethods.filter((name) => !names.some((method) => isAudienceMethod([name], method)));
  // Nobody has chosen the defaults, which are to fit many shops.
  const isDefault = audienceMethods.every((name) => DATA_DEFAULTS.audienceMethods.includes(name));
  if (absent.length === 0 || isDefault) return [];
  const message =
    `MDQ_AUDIENCE_METHODS names what no line was paid by: ${shortened(absent)}. ` +
    `The payment methods are: ${shortened(names)}`;
  return [{ code: 'absent-methods', message }];
}

/** Such as `Cash, Credit card (counted)`. */
export function describeMethods(methods: readonly PaymentMethod[]): string {
  return shortened(methods.map(({ name, isCounted }) => (isCounted ? `${name} (counted)` : name)));
}

function hasAudience({ daily }: Tables): boolean {
  return daily.scope.some((scope, row) => scope === WHOLE && (daily.audienceOrders[row] ?? 0) > 0);
}

function shortened(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}
