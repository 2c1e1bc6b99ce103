import { UserError } from '../../errors/operators.ts';
import { isControlled, type PrivacyNumbers } from '../../snapshot/privacy/numbers.ts';
import type { Facts } from '../../snapshot/tables.ts';
import type { Warning } from '../warning.ts';

/** What the data means for disclosure control, where that is more than the operator may expect. */
export function privacyWarnings({ privacy, settings, lines }: Facts): Warning[] {
  if (!privacy || !isControlled(settings) || lines === 0) return [];
  const { minPeople, minMerchants, maxShare } = settings;
  const warnings: Warning[] = [];
  const warn = (code: Warning['code'], message: string) => warnings.push({ code, message });
  if (privacy.linesWithMember === 0 && (minPeople > 1 || maxShare < 100))
    warn(
      'no-members',
      `No line names a member, so all lines are one person: ${describeNumbers({
        minPeople: minPeople > 1 ? minPeople : 0,
        minMerchants: 0,
        maxShare,
      })} closes every cell, and nothing is shown`,
    );
  if (privacy.linesWithMerchant === 0 && minMerchants > 0)
    warn(
      'no-merchants',
      `No line names a merchant: MDQ_MIN_MERCHANTS ${minMerchants} closes every cell, and nothing is shown. For a single shop, set MDQ_MIN_MERCHANTS 0`,
    );
  if (warnings.length === 0 && isNothingLeft(privacy))
    warn('all-closed', `Every week is closed by ${describeNumbers(settings)}: nothing is shown`);
  return warnings;
}

/** Numbers that close everything are a mistake. Where all was closed before, no numbers open it. */
export function mustLeaveSomething({ privacy, settings }: Facts, before: Facts): void {
  if (!privacy || !isNothingLeft(privacy)) return;
  if (before.privacy && isNothingLeft(before.privacy))
    throw new UserError(
      'Every week is closed, and what was closed stays closed; nothing was changed. Turn disclosure control off first: ' +
        'mdq settings set MDQ_MIN_PEOPLE 0 MDQ_MIN_MERCHANTS 0 MDQ_MAX_SHARE 100',
    );
  throw new UserError(
    `${describeNumbers(settings)} would close every week and show nothing; nothing was changed. ` +
      '"mdq privacy report" shows what other numbers close',
  );
}

function isNothingLeft({ weeks, closedWeeks }: NonNullable<Facts['privacy']>): boolean {
  return weeks > 0 && closedWeeks === weeks;
}

/** Such as `MDQ_MIN_PEOPLE 5 and MDQ_MAX_SHARE 80`: those that are on. */
function describeNumbers({ minPeople, minMerchants, maxShare }: PrivacyNumbers): string {
  const names = [
    ...(minPeople > 0 ? [`MDQ_MIN_PEOPLE ${minPeople}`] : []),
    ...(minMerchants > 0 ? [`MDQ_MIN_MERCHANTS ${minMerchants}`] : []),
    ...(maxShare < 100 ? [`MDQ_MAX_SHARE ${maxShare}`] : []),
  ];
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
}
