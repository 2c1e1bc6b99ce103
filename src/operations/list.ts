import type { Operation } from './operation.ts';

/** What operations are about, where they have a word of their own for it on the command line. */
export const NOUNS: Readonly<Record<string, string>> = {
  orders: 'single orders',
  members: 'single members',
  privacy: 'disclosure control',
  account: 'accounts: who pays',
  key: 'API keys: who calls',
  points: 'points: what calls are paid with',
  price: 'prices: what calls cost',
  site: 'the site: what it shows as your own',
  warehouse: 'the tables of a ClickHouse warehouse',
};

/**
 * Every operation by its name, loaded when it is called, in the order of the help. A name is what the command line calls
 * it; `usage --prune` is what the option makes of `usage`.
 */
export const operations: Readonly<Record<string, () => Promise<Operation>>> = {
  imports: async () => (await import('./data/imports.ts')).imports,
  'imports undo': async () => (await import('./data/undo-import.ts')).undoImport,
  refresh: async () => (await import('./data/refresh.ts')).refresh,
  'refresh --restate': async () => (await import('./data/restate.ts')).restate,
  status: async () => (await import('./data/status.ts')).status,
  'orders show': async () => (await import('./data/show-order.ts')).showOrder,
  'orders delete': async () => (await import('./data/delete-orders.ts')).deleteOrders,
  'orders allow': async () => (await import('./data/allow.ts')).allowOrders,
  'members forget': async () => (await import('./data/forget-members.ts')).forgetMembers,
  'members allow': async () => (await import('./data/allow.ts')).allowMembers,
  settings: async () => (await import('./settings/show-settings.ts')).showSettings,
  'settings set': async () => (await import('./settings/set-settings.ts')).setSettings,
  'privacy report': async () => (await import('./data/privacy-report.ts')).privacyReport,
  'account create': async () => (await import('./accounts/create-account.ts')).createAccount,
  'account list': async () => (await import('./accounts/list-accounts.ts')).listAccounts,
  'account show': async () => (await import('./accounts/show-account.ts')).showAccount,
  'account set': async () => (await import('./accounts/set-account.ts')).setAccount,
  'account activate': async () => (await import('./accounts/activate-account.ts')).activateAccount,
  'account deactivate': async () => (await import('./accounts/activate-account.ts')).deactivateAccount,
  'account close': async () => (await import('./accounts/close-account.ts')).closeAccount,
  'key create': async () => (await import('./keys/create-key.ts')).createKey,
  'key list': async () => (await import('./keys/list-keys.ts')).listKeys,
  'key rotate': async () => (await import('./keys/rotate-key.ts')).rotateKey,
  'key activate': async () => (await import('./keys/activate-key.ts')).activateKey,
  'key deactivate': async () => (await import('./keys/activate-key.ts')).deactivateKey,
  'key delete': async () => (await import('./keys/delete-key.ts')).deleteKey,
  'points grant': async () => (await import('./points/grant-points.ts')).grantPoints,
  'points take': async () => (await import('./points/take-points.ts')).takePoints,
  'points list': async () => (await import('./points/list-points.ts')).listPoints,
  'points refund': async () => (await import('./calls/refund-call.ts')).refundCall,
  'price list': async () => (await import('./prices/list-prices.ts')).listPrices,
  'price set': async () => (await import('./prices/set-price.ts')).setPrice,
  'price reset': async () => (await import('./prices/set-price.ts')).resetPrice,
  'site show': async () => (await import('./site/show-site.ts')).showSite,
  'site set': async () => (await import('./site/set-site.ts')).setSite,
  'site reset': async () => (await import('./site/set-site.ts')).resetSite,
  usage: async () => (await import('./usage/show-usage.ts')).showUsage,
  'usage --prune': async () => (await import('./usage/prune-usage.ts')).pruneUsage,
  call: async () => (await import('./calls/show-call.ts')).showCall,
  audit: async () => (await import('./usage/audit.ts')).audit,
  'warehouse setup': async () => (await import('./warehouse/set-up.ts')).setUp,
  'warehouse schema': async () => (await import('./warehouse/show-schema.ts')).showSchema,
};
