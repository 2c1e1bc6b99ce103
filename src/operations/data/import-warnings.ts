import { thousands } from '../../lib/count.ts';
import { printable } from '../../lib/text/printable.ts';
import { type Facts, type ImportWarning, importsIn, type Tables } from '../../snapshot/tables.ts';
import { audienceWarnings } from '../../warehouse/changes/payment-methods.ts';
import { warningsOf } from '../../warehouse/changes/warnings.ts';
import { isStillTrue, noted, STATE_CODES } from '../../warehouse/warning.ts';
import { flag, object, text, whole } from '../schema.ts';

/** A warning of an import, as it is given out. */
export const WARNING = object({
  code: text(),
  count: whole(),
  text: text(),
  acknowledged: flag(),
});

/** What webhooks and the audit log are told of an import: no text, which can name people and products. */
export function importedAs(delivery: string, warnings: readonly ImportWarning[]) {
  return { delivery, warnings: warnings.map(({ text: _, ...warning }) => warning) };
}

const AUDIENCE_CODES: ReadonlySet<string> = new Set(['no-audience', 'absent-methods']);

/**
 * What looks wrong now: in the data as they are, and in the rows of the last import. Of the data, an import may have named
 * examples that are not in the tables, so its text goes before.
 */
export async function currentWarnings(tables: Tables): Promise<ImportWarning[]> {
  const { warnings = [] } = lastImport(tables.facts) ?? {};
  const noticed = (code: string) => warnings.find((warning) => warning.code === code);
  // Their text depends on the settings, which may have changed since the last import.
  const audience = audienceWarnings(tables).map(noted);
  const others = (await warningsOf(tables, async () => [])).filter(({ code }) => !AUDIENCE_CODES.has(code));
  return [
    ...audience.map((warning) => ({
      ...warning,
      acknowledged: noticed(warning.code)?.acknowledged === true,
    })),
    ...others.map((warning) => noticed(warning.code) ?? noted(warning)),
    ...warnings.filter((each) => !STATE_CODES.has(each.code) && isStillTrue(each, tables.facts)),
  ];
}

function lastImport(facts: Facts) {
  return importsIn(facts).at(-1);
}

/** Such as `Warning (more-lines, 29): The query gives 1,329 lines …` */
export function warningLine({ text, ...warning }: ImportWarning): string {
  return printable(`Warning (${codeAndCount(warning)}): ${text}`);
}

export function codeAndCount({ code, count }: Pick<ImportWarning, 'code' | 'count'>): string {
  return count === 1 ? code : `${code}, ${thousands(count)}`;
}
