import type { ErrorName } from '../../errors/callers.ts';
import type { Translation } from '../words.ts';

/** What happened and what to do. */
export const errors: Readonly<Partial<Record<ErrorName, Translation>>> = {
  notFound: [
    'There is no such path, or your account has no such call. `data.did_you_mean` names the path that was probably meant.',
    '沒有這個路徑，或您的帳戶沒有這次呼叫。`data.did_you_mean` 是最接近的路徑。',
  ],
  methodNotAllowed: [
    'The path takes other methods: see the `Allow` header.',
    '這個路徑不接受這個方法：請看 `Allow` 標頭。',
  ],
  missingKey: ['The `x-api-key` header is absent: add it.', '缺少 `x-api-key` 標頭：請加上。'],
  invalidKey: [
    'The key is malformed, unknown, deleted or expired: check it, or ask for a new one.',
    '金鑰格式錯誤、不存在、已刪除或已到期：請檢查，或申請新的金鑰。',
  ],
  inactiveKey: [
    'The key was deactivated: use another one, or ask for it to be activated.',
    '金鑰已停用：請改用其他金鑰，或請服務提供者重新啟用。',
  ],
  inactiveOwner: [
    'The account of this key was deactivated: contact your provider.',
    '金鑰所屬的帳戶已停用：請洽服務提供者。',
  ],
  tooManyRequests: [
    'Too many requests per second with this key: wait as long as `Retry-After` says.',
    '這把金鑰每秒的請求過多：請依 `Retry-After` 等待。',
  ],
  overBudget: [
    'No processing time is left for free calls; paid calls are answered: wait as long as `Retry-After` says.',
    '免費呼叫的處理時間已用完，付費呼叫照常回應：請依 `Retry-After` 等待。',
  ],
  noData: [
    'Nothing was imported yet, or every order was removed. Contact your provider.',
    '服務沒有資料：尚未匯入，或所有訂單都已移除。請洽服務提供者。',
  ],
  sandboxNotBuilt: [
    'This is a sandbox key, but the sandbox is not available: a service that was just installed builds it within a minute; otherwise use your own key, or contact your provider.',
    '這是沙盒金鑰，但沙盒無法使用：剛安裝的服務會在一分鐘內建立沙盒；否則請改用自己的金鑰，或洽服務提供者。',
  ],
  malformedRequest: [
    'The request, its address or its body is not valid HTTP: use an HTTP library.',
    '請求、網址或本文不是有效的 HTTP：請使用 HTTP 函式庫。',
  ],
  invalidEncoding: [
    'Path or query is not percent-encoded UTF-8, or the path has a backslash, or an empty, `.` or `..` segment.',
    '路徑或查詢字串不是百分號編碼的 UTF-8，或路徑中有反斜線，或有空的、`.` 或 `..` 的片段。',
  ],
  duplicateParameter: ['A parameter is given more than once.', '同一個參數給了不只一次。'],
  invalidParameter: [
    'A parameter has a value it does not take: the message names the accepted ones.',
    '參數的值不正確：訊息會說明可以用的值。',
  ],
  invalidRange: [
    '`start` is after `end`, or the range is longer than this path takes.',
    '`start` 晚於 `end`，或區間超過這個路徑的上限。',
  ],
  invalidHeader: [
    '`x-max-points`, `Idempotency-Key` or `Prefer` has a value it does not take.',
    '`x-max-points`、`Idempotency-Key` 或 `Prefer` 的值不正確。',
  ],
  unknownParameter: [
    'Strict calls only: this path does not take the parameter.',
    '僅限嚴格模式：這個路徑不接受這個參數。',
  ],
  emptyParameter: [
    'Strict calls only: a parameter is empty, which often is a variable without a value.',
    '僅限嚴格模式：參數是空的，通常是變數沒有值。',
  ],
  unknownCategory: [
    'Strict calls only: no main category has this name.',
    '僅限嚴格模式：沒有這個名稱的主類別。',
  ],
  unknownSub: [
    'Strict calls only: the category has no sub-category of this name.',
    '僅限嚴格模式：這個主類別沒有這個名稱的子類別。',
  ],
  outsideData: [
    'Strict calls only: no day of the range is inside the data.',
    '僅限嚴格模式：整個區間都在資料涵蓋期間以外。',
  ],
  notAllowed: [
    'The key is limited to other paths or categories: use another key.',
    '這把金鑰只能用於其他路徑或類別：請改用其他金鑰。',
  ],
  idempotencyKeyReused: [
    'The `Idempotency-Key` was used for another call within the last hour: send a new one.',
    '這個 `Idempotency-Key` 一小時內已用於別的呼叫：請換一個新的。',
  ],
  insufficientPoints: [
    'Not enough points (this message has the same Chinese text in every language): the balance (`data.balance`) is below the price of the call (`data.required`). Top up, or ask for fewer days.',
    '點數不足（訊息文字固定，「点」字如規格所訂）：餘額（`data.balance`）低於這次呼叫的價格（`data.required`）。請加點，或縮短查詢區間。',
  ],
  aboveMaxPoints: [
    'The price is above the `x-max-points` you sent: raise it to `data.required`, or ask for fewer days.',
    '價格超過您送出的 `x-max-points`：請把上限提高到 `data.required`，或縮短查詢區間。',
  ],
  keyLimit: [
    'The limit of the key or its account has `data.left` points left: wait until `data.resets`.',
    '金鑰或帳戶的用量上限只剩 `data.left` 點：請等到 `data.resets`。',
  ],
  noBody: ['Leave the body out: only `/api/mcp` takes one.', '請不要帶本文：只有 `/api/mcp` 接受。'],
  bodyTooLarge: ['`/api/mcp` takes at most 64 KiB.', '`/api/mcp` 最多接受 64 KiB。'],
  notJson: ['`/api/mcp` takes JSON only.', '`/api/mcp` 只接受 JSON。'],
  invalidMessage: [
    '`/api/mcp`: the body is no valid JSON-RPC message of this protocol version.',
    '`/api/mcp`：本文不是這個協定版本的有效 JSON-RPC 訊息。',
  ],
  unknownMethod: [
    '`/api/mcp`: the method of the message does not exist.',
    '`/api/mcp`：沒有訊息所指的方法。',
  ],
  foreignOrigin: [
    '`/api/mcp`: a page of another site sent the message.',
    '`/api/mcp`：訊息來自其他網站的頁面。',
  ],
  requestTimeout: ['The request did not arrive in time.', '請求未在時限內送達。'],
  headersTooLarge: [
    'The request line and headers together are over 16 KiB.',
    '請求行與標頭合計超過 16 KiB。',
  ],
  busy: [
    'The service is overloaded and answers paid calls only: wait as long as `Retry-After` says.',
    '服務過載，只回應付費呼叫：請依 `Retry-After` 等待。',
  ],
  accountsMoved: [
    'Nothing was charged: wait as long as `Retry-After` says, and try again.',
    '帳戶正在搬移到另一台伺服器，未扣點：請依 `Retry-After` 等待後再試。',
  ],
  accountBusy: [
    'The account is being changed, which takes longer than usual. Nothing was charged: wait as long as `Retry-After` says, and try again.',
    '帳戶正在變更，所需時間比平常久，未扣點：請依 `Retry-After` 等待後再試。',
  ],
  internal: [
    'Something failed on our side. Nothing was charged; try again.',
    '服務端發生錯誤，未扣點；請再試一次。',
  ],
  chargeUnknown: [
    'The connection to the accounts was lost. Retry with the same `Idempotency-Key`: the call is charged once in total. Without one, check `/api/account/calls` first.',
    '與帳戶資料庫的連線中斷，無法確定是否已扣點。請用同一個 `Idempotency-Key` 重試，總共只會扣一次；沒有帶 `Idempotency-Key` 時，請先查看 `/api/account/calls`。',
  ],
};
