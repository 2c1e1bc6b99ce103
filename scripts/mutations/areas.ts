/** The code that mutations are drawn from: by area, its files as globs, and the tests most likely to notice a fault in it. */
interface Area {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: string;
}

export const AREAS: readonly Area[] = [
  {
    name: 'money',
    tests: 'test/accounts/**',
    files: [
      'src/accounts/{due,grants,key-limits,statement}.ts',
      'src/accounts/common/{account-totals,rules}.ts',
      'src/accounts/sqlite/{grants,lots,plans,points-changes,spent,transaction}.ts',
      'src/accounts/sqlite/ledger/{audit,calls,counters,settle,usage}.ts',
      'src/endpoints/{form/price,price-list}.ts',
      'src/operations/{calls/refund-call,points/grant-points,points/take-points}.ts',
      'src/request/{answer,meter}.ts',
      'src/request/account/{quote,usage}.ts',
    ],
  },
  {
    name: 'figures',
    tests: 'test/api/**',
    files: [
      'src/endpoints/form/days.ts',
      'src/endpoints/{overview-growth,overview-ranking,sub-market-related-purchases,sub-market-tags}.ts',
      'src/endpoints/shapes/*.ts',
      'src/lib/calendar.ts',
      'src/snapshot/{day-index,day-series,derived,distinct-counts,figures,ranking,snapshot}.ts',
      'src/snapshot/tally/{day-tally,first-seen,goods-tally,people-tally,related,sales-tally,seen-things,tag-tally}.ts',
      'src/warehouse/changes/figures/splice-*.ts',
      'src/warehouse/duckdb/{figures-sql,refresh}.ts',
    ],
  },
  {
    name: 'suppression',
    tests: 'test/privacy/**',
    files: [
      'src/endpoints/form/suppressed.ts',
      'src/snapshot/privacy/*.ts',
      'src/snapshot/tally/{closed-scopes,closing-tally,week-buffer}.ts',
      'src/warehouse/changes/figures/{changed-cells,figures-differ,restated-cells,week-checksums,weekly-figures}.ts',
      'src/warehouse/changes/restate.ts',
      'src/warehouse/duckdb/{aside,closed-table,read-weeks,take-aside}.ts',
    ],
  },
  {
    name: 'authentication',
    tests: 'test/{accounts,admin,operations}/**',
    files: [
      'src/accounts/{key,log-chain,office,secret-form,secret-text}.ts',
      'src/accounts/sqlite/{keys,office}.ts',
      'src/admin/admin-server.ts',
      'src/http/clients.ts',
      'src/lib/own-hosts.ts',
      'src/mcp/origin.ts',
      'src/operations/{earlier-answers,perform}.ts',
      'src/request/{known-keys,may-ask,rate-limit,read-call}.ts',
      'src/webhooks/{public-address,signature}.ts',
    ],
  },
  {
    name: 'publication',
    tests: 'test/data/**',
    files: [
      'src/disk/{durable-copy,durable-file}.ts',
      'src/warehouse/changes/{complete-through,engine-warehouse,facts,marks,publish,refresh,removals,take-in,undo}.ts',
      'src/warehouse/deliveries/{held,hold-rules}.ts',
      'src/warehouse/duckdb/{apply,change,forget-members,publications,state,undo}.ts',
      'src/warehouse/versions/{publication-log,read-newest,snapshot-file,snapshot-poller}.ts',
    ],
  },
];

interface Equivalent {
  readonly file: string;
  readonly code: RegExp;
  /** Without it mutations of every kind. */
  readonly kind?: string;
  readonly why: string;
}

/** Mutations that no test can notice: of changed lines that contain this text. */
export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/request/meter.ts',
    code: /isAlone|hadOneInTurn|lastCalls|_BATCH|WORTH_ANOTHER|enough|shareMs|onSettled/,
    why: 'how calls are put into batches decides how fast they are, not their outcomes',
  },
  {
    file: 'src/accounts/grants.ts',
    code: /^if \(more <= 0\) continue/,
    why: 'a lot to which nothing is added stays as it was',
  },
  {
    file: 'src/warehouse/changes/figures/weekly-figures.ts',
    code: /^if \(things > 0\) take/,
    why: 'zero things add nothing to a sum',
  },
  {
    file: 'src/warehouse/versions/publication-log.ts',
    code: /\.sort\(/,
    why: 'the file is read into a map, whatever its order',
  },
  {
    file: 'src/warehouse/duckdb/closed-table.ts',
    kind: 'repeated',
    code: /insert/i,
    why: 'the statement leaves out cells that are there already',
  },
  {
    file: 'src/snapshot/privacy/close-week.ts',
    kind: 'repeated',
    code: /\.add\(member/,
    why: 'shares of doubled amounts are the same, and nobody is counted twice',
  },
];
