import type { ErrorName } from '../../errors/callers.ts';
import type { Translation } from '../words.ts';

/** What happened and what to do. */
export const errors: Readonly<Partial<Record<ErrorName, Translation>>> = {
  notFound: ['There is no such path, or no such call of the account.', '沒有這個路徑，或帳戶沒有這次呼叫。'],
  methodNotAllowed: [
    'The path takes other methods: the `Allow` header names them.',
    '這個路徑接受別的方法：見 `Allow` 標頭。',
  ],
  missingKey: ['The `x-api-key` header is absent: add it.', '缺少 `x-api-key` 標頭：請加上。'],
  invalidKey: [
    'The key does not exist, is malformed, was deleted, or its grace time after a rotation is over: check it, or ask for a new one.',
    '金鑰不存在、格式錯誤、已刪除，或輪替後的寬限時間已過：請檢查，或索取新的金鑰。',
  ],
  inactiveKey: [
    'The key was deactivated: use another one, or ask for it to be activated.',
    '金鑰已停用：請改用別的金鑰，或請營運服務的人重新啟用。',
  ],
  inactiveOwner: [
    'The account that the key belongs to was deactivated: ask whoever runs the service.',
    '金鑰所屬的帳戶已停用：請洽詢營運服務的人。',
  ],
  tooManyRequests: [
    'Over the requests per second of the key, or over its time for free calls: wait as long as `Retry-After` says.',
    '超過金鑰的每秒請求數，或用完了免費呼叫的處理時間：等待 `Retry-After` 指定的時間。',
  ],
  noData: [
    'The service has nothing to answer from: nothing has been imported so far, or every order was removed. Ask whoever runs it.',
    '服務沒有資料可以回應：還沒有匯入任何資料，或所有訂單都已移除。請洽詢營運服務的人。',
  ],
  sandboxNotBuilt: [
    'The key is one of the sandbox, and the service has none, or cannot read it: ask whoever runs it, or use a key of your own.',
    '這是沙盒的金鑰，但這個服務沒有沙盒，或無法讀取：請洽詢營運服務的人，或改用自己的金鑰。',
  ],
  badRequest: [
    'A parameter or header is wrong, or the request is not valid HTTP: the message says what it must be.',
    '參數或標頭有誤，或請求不是有效的 HTTP：訊息會說明接受什麼。',
  ],
  insufficientPoints: [
    'Not enough points: the balance (`data.balance`) is below the price of the call (`data.required`). Top up, or ask for fewer days.',
    '點數餘額低於這次呼叫的價格：`data.balance` 是餘額，`data.required` 是所需點數。請加值，或縮短查詢期間。',
  ],
  aboveMaxPoints: [
    'The balance would be enough, but the call costs more than its `x-max-points` allows: raise it to `data.required`, or ask for fewer days.',
    '餘額足夠，但價格超過 `x-max-points`：把上限提高到 `data.required`，或縮短查詢期間。',
  ],
  bodyTooLarge: [
    'Only `/api/mcp` takes a request body, of at most 64 KiB.',
    '只有 `/api/mcp` 接受請求本文，最多 64 KiB。',
  ],
  requestTimeout: ['The request did not arrive in time.', '請求沒有及時送達。'],
  headersTooLarge: [
    'The request line and headers together are over 16 KiB.',
    '請求行與標頭合計超過 16 KiB。',
  ],
  busy: [
    'The service is overloaded and answers paid calls only: wait as long as `Retry-After` says.',
    '服務忙碌中，只回應付費呼叫：等待 `Retry-After` 指定的時間。',
  ],
  accountsMoved: [
    'Nothing was charged: wait as long as `Retry-After` says, and try again.',
    '沒有扣點：等待 `Retry-After` 指定的時間，再試一次。',
  ],
  internal: [
    'Something failed on our side. Nothing was charged; try again.',
    '服務端發生錯誤。沒有扣點，請再試一次。',
  ],
  chargeUnknown: [
    'The connection to the accounts was lost while the call was being charged. Repeat it with the `Idempotency-Key` that it had: it is charged once in all. Without one, look at `/api/account/calls` first.',
    '扣點時與帳戶資料庫的連線中斷。請用同一個 `Idempotency-Key` 重送：總共只會扣一次。沒有用 `Idempotency-Key` 的話，請先查看 `/api/account/calls`。',
  ],
};
