/*
 * A checksum in each row of charges and points: whoever changes one by hand leaves a row that does not fit, and an audit
 * finds it. Written and checked by the same expression.
 */

export const chargeChecksum = checksumOf([
  'account',
  'number',
  'day',
  'at',
  'key',
  'path',
  'points',
  'balance',
  'request_id',
  'parameters',
]);

export const pointsChecksum = checksumOf(['account', 'number', 'at', 'points', 'balance', 'done_by', 'note']);

/** Apart from the other one, which programs of the version before check too. */
export const detailsChecksum = checksumOf([
  'account',
  'number',
  'kind',
  'reference',
  'expires',
  'ends_at',
  'of_grant',
  'asked',
]);

function checksumOf(columns: readonly string[]): string {
  return `('x' || left(md5(concat_ws('|', ${columns.join(', ')})), 8))::bit(32)::integer`;
}
