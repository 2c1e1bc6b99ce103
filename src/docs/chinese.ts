import type { ErrorName } from '../errors/callers.ts';

/** What an endpoint answers, in Chinese, and other words by which people look for it. */
interface ChineseEndpoint {
  readonly summary: string;
  readonly keywords: string;
}

/** By path. An endpoint that is not here yet is named in English. */
export const CHINESE_ENDPOINTS: Readonly<Record<string, ChineseEndpoint>> = {
  '/api/public/meta/categories': {
    summary: '列出所有主類別',
    keywords: '主類別清單 類別列表 有哪些類別 分類 類目',
  },
  '/api/public/meta/sub-categories': {
    summary: '列出一個主類別的子類別',
    keywords: '子類別清單 子類別列表 有哪些子類別 次分類',
  },
  '/api/public/overview/payment': {
    summary: '整體市場的付款方式分布',
    keywords: '付款方式佔比 支付 信用卡 比例 整體',
  },
  '/api/public/overview/ranking': {
    summary: '主類別排行',
    keywords: '主類別排名 銷售排行榜 最暢銷 熱賣類別 整體',
  },
  '/api/public/overview/growth': {
    summary: '主類別成長率',
    keywords: '成長率 成長排行 衰退 成長最快 與前期比較 整體',
  },
  '/api/public/trends/overview': {
    summary: '整體市場的週走勢',
    keywords: '每週 趨勢 週趨勢 走勢 銷售額 交易金額 訂單數 客單價 平均訂單金額 整體',
  },
  '/api/public/market/payment': {
    summary: '一個主類別的付款方式分布',
    keywords: '付款方式佔比 支付 信用卡 比例',
  },
  '/api/public/market/sub-ranking': {
    summary: '一個主類別的子類別排行',
    keywords: '子類別排名 銷售排行榜 最暢銷的子類別',
  },
  '/api/public/market/focus': {
    summary: '一個主類別的重點指標',
    keywords: '不重複會員數 會員人數 受眾 買家 商家數 購買頻率 每人平均消費 客單價 與前期比較',
  },
  '/api/public/trends/market': {
    summary: '一個主類別的週走勢',
    keywords: '每週 趨勢 週趨勢 走勢 銷售額 交易金額 訂單數 客單價 平均訂單金額',
  },
  '/api/public/sub-market/related-purchases': {
    summary: '一個子類別的關聯購買',
    keywords: '買家還買了什麼 買了這個的人也買 一起購買 交叉銷售 購物籃',
  },
  '/api/public/trends/sub-market': {
    summary: '一個子類別的週走勢',
    keywords: '每週 趨勢 週趨勢 走勢 銷售額 交易金額 訂單數 客單價 平均訂單金額',
  },
  '/api/public/sub-market/focus': {
    summary: '一個子類別的重點指標',
    keywords: '不重複會員數 會員人數 受眾 買家 商家數 購買頻率 每人平均消費 客單價 與前期比較',
  },
  '/api/public/sub-market/tags': {
    summary: '一個子類別的常見商品標籤',
    keywords: '熱門標籤 商品屬性 功能 類型 材質',
  },
  '/api/account': {
    summary: '餘額、金鑰與價格',
    keywords: '剩餘點數 查詢餘額 價格表 幣別 貨幣 時區 資料範圍 預設類別',
  },
  '/api/account/quote': {
    summary: '一次呼叫要多少點',
    keywords: '報價 估價 呼叫前的價格 試算',
  },
  '/api/account/usage': {
    summary: '每天與每個路徑的用量',
    keywords: '用量 花了多少點 扣點紀錄 每日',
  },
  '/api/account/calls': {
    summary: '最近的呼叫',
    keywords: '呼叫紀錄 最近扣點 明細',
  },
};

/** Words by which people look for a guide that is not written in Chinese, by page id. */
export const CHINESE_KEYWORDS: Readonly<Record<string, string>> = {
  authentication:
    '註冊 申請金鑰 取得金鑰 登入 金鑰 驗證 認證 授權 金鑰放在哪裡 標頭 金鑰無效 輪替金鑰 更換金鑰 金鑰外洩 停用',
  dates: '日期 開始日期 結束日期 日期區間 預設期間 一週從星期幾開始 時區 每月 資料範圍 前期',
  fields: '端點 欄位 參數 回應格式 四捨五入 類別名稱 幣別 貨幣 金額單位',
  quickstart: '快速開始 試用 申請金鑰 註冊',
  explorer: '資料瀏覽 圖表 試用 示範資料 下載 匯出 CSV PNG 不用金鑰',
  account: '帳戶 餘額 用量 剩餘點數 花費紀錄',
  agents: 'AI 代理 助理 MCP 連接 連線設定 說明文件 提示詞 大型語言模型 Claude Cursor',
  client: '用戶端 下載 套件 程式範例 自動重試 型別',
  'data-format': '分號 逗號 分隔符號 編碼 Big5 匯入資料 訂單明細 檔案格式 欄位對應 錯誤的列 匯入失敗 上傳',
  operating: '維運 環境變數 設定 帳戶 建立金鑰 儲值 加點數 備份 還原 稽核 流量限制 用量',
  deploy: '部署 上線 安裝 容器 映像檔 反向代理 憑證 健康檢查 升級',
  'disclosure-control': '隱私 揭露管制 個資 匿名 資料保護 門檻',
  'threat-model': '資安 安全性 威脅 攻擊 漏洞',
};

/** What happened and what to do, as `meaning` in the table of errors says it in English. */
export const CHINESE_MEANINGS: Readonly<Record<ErrorName, string>> = {
  notFound: '沒有這個路徑。',
  methodNotAllowed: '這個路徑接受別的方法：見 `Allow` 標頭。',
  missingKey: '缺少 `x-api-key` 標頭：請加上。',
  invalidKey: '金鑰不存在、格式錯誤、已刪除，或輪替後的寬限時間已過：請檢查，或索取新的金鑰。',
  inactiveKey: '金鑰已停用：請改用別的金鑰，或請營運服務的人重新啟用。',
  inactiveOwner: '金鑰所屬的帳戶已停用：請洽詢營運服務的人。',
  tooManyRequests: '超過金鑰的每秒請求數，或用完了免費呼叫的處理時間：等待 `Retry-After` 指定的時間。',
  noData: '服務沒有資料可以回應：還沒有匯入任何資料，或所有訂單都已移除。請洽詢營運服務的人。',
  badRequest: '參數或標頭有誤，或請求不是有效的 HTTP：訊息會說明接受什麼。',
  insufficientPoints:
    '點數餘額低於這次呼叫的價格：`data.balance` 是餘額，`data.required` 是所需點數。請加值，或縮短查詢期間。',
  aboveMaxPoints: '餘額足夠，但價格超過 `x-max-points`：把上限提高到 `data.required`，或縮短查詢期間。',
  bodyTooLarge: '只有 `/api/mcp` 接受請求本文，最多 64 KiB。',
  requestTimeout: '請求沒有及時送達。',
  headersTooLarge: '請求行與標頭合計超過 16 KiB。',
  busy: '服務忙碌中，只回應付費呼叫：等待 `Retry-After` 指定的時間。',
  accountsMoved: '沒有扣點：等待 `Retry-After` 指定的時間，再試一次。',
  internal: '服務端發生錯誤。沒有扣點，請再試一次。',
  chargeUnknown:
    '扣點時與帳戶資料庫的連線中斷。請用同一個 `Idempotency-Key` 重送：總共只會扣一次。沒有用 `Idempotency-Key` 的話，請先查看 `/api/account/calls`。',
};

const TRADITIONAL =
  '丟並佔來個備傳價優儲內兩別刪剛動務勢匯區參員問啟單嗎圍圖執報場夠夾學寫寬專對導層屬帳帶幣幾庫彙後徑從態憑應戶捨換據擴敗數斷於時暢會東業標樣機檔檢欄權沒況洩減準漲為無熱營狀現環產異發眾確碼稅種稱積筆節範籃籤紀約級細終結絕絡給統經維網線編縮總續聯腦與萬著蓋處號裝裡複見視覽訂計訊記設許詞詢試該認語誤說請論證讀變負買費資賣質購趨較輪辦這連週進運過達遺還銷錄錢錯鍵鐘鑰長門開間關電響頁順須預頓頭頻題額類顧顯餘驗體麼點帐';
const SIMPLIFIED =
  '丢并占来个备传价优储内两别删刚动务势汇区参员问启单吗围图执报场够夹学写宽专对导层属账带币几库汇后径从态凭应户舍换据扩败数断于时畅会东业标样机档检栏权没况泄减准涨为无热营状现环产异发众确码税种称积笔节范篮签纪约级细终结绝络给统经维网线编缩总续联脑与万着盖处号装里复见视览订计讯记设许词询试该认语误说请论证读变负买费资卖质购趋较轮办这连周进运过达遗还销录钱错键钟钥长门开间关电响页顺须预顿头频题额类顾显余验体么点账';

const SIMPLIFIED_OF = new Map([...TRADITIONAL].map((character, at) => [character, SIMPLIFIED.charAt(at)]));

/** The same text in Simplified characters, as far as our pages use them, so that both kinds find each other. */
export function simplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => SIMPLIFIED_OF.get(character) ?? character);
}
