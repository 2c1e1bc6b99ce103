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
    'Too many requests per second with this key, or no processing time left for free calls: wait as long as `Retry-After` says.',
    '這把金鑰每秒的請求過多，或免費呼叫的處理時間已用完：請依 `Retry-After` 等待。',
  ],
  noData: [
    'Nothing was imported yet, or every order was removed. Contact your provider.',
    '服務沒有資料：尚未匯入，或所有訂單都已移除。請洽服務提供者。',
  ],
  sandboxNotBuilt: [
    'This is a sandbox key, but the sandbox is not available: a service that was just installed builds it within a minute; otherwise use your own key, or contact your provider.',
    '這是沙盒金鑰，但沙盒無法使用：剛安裝的服務會在一分鐘內建立沙盒；否則請改用自己的金鑰，或洽服務提供者。',
  ],
  badRequest: [
    'A parameter or header is wrong, or the request is not valid HTTP: the message says what it must be.',
    '參數或標頭有誤，或請求不是有效的 HTTP：訊息會說明正確的寫法。',
  ],
  notAllowed: [
    'The key is limited to other paths or categories: use another key.',
    '這把金鑰只能用於其他路徑或類別：請改用其他金鑰。',
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
