/**
 * The test files that `npm test` leaves to `npm run test:all`: other engines, kills, floods, deployment, executed
 * documentation, long random sequences, and the breadth of the site in a browser.
 */
export const THOROUGH: readonly string[] = [
  'test/scale/**',
  'test/deploy/**',
  'test/accounts/{crash,failing-store,usage-export}.test.ts',
  'test/data/{full-disk-import,incremental,killed-imports,killed-undo,many-imports,random-changes}.test.ts',
  'test/data/{scratch-space,stopped-imports,told,twenty-kills}.test.ts',
  'test/data/watch/**',
  'test/docs/{add-an-endpoint,add-an-operation,examples,installed-clients,spreadsheets}.test.ts',
  'test/explorer/explorer-*.test.ts',
  'test/http/{attack,browsers,overload,slow-clients}.test.ts',
  'test/operations/{backup-under-load,demo,restore}.test.ts',
  'test/privacy/{attack,commands,incremental,restatement,restored-publications}.test.ts',
  'test/site/{brand,by-keyboard,call-page-*,code-samples,current-prices,for-everyone,pages,pricing,receipt}.test.ts',
  'test/site/{build-script,sandbox-build,site}.test.ts',
];
