const TRADITIONAL =
  '丟並佔來個備傳價優儲內兩別刪剛動務勢匯區參員問啟單嗎圍圖執報場夠夾學寫寬專對導層屬帳帶幣幾庫彙後徑從態憑應戶捨換據擴敗數斷於時暢會東業標樣機檔檢欄權沒況洩減準漲為無熱營狀現環產異發眾確碼稅種稱積筆節範籃籤紀約級細終結絕絡給統經維網線編縮總續聯腦與萬著蓋處號裝裡複見視覽訂計訊記設許詞詢試該認語誤說請論證讀變負買費資賣質購趨較輪辦這連週進運過達遺還銷錄錢錯鍵鐘鑰長門開間關電響頁順須預頓頭頻題額類顧顯餘驗體麼點帐';
const SIMPLIFIED =
  '丢并占来个备传价优储内两别删刚动务势汇区参员问启单吗围图执报场够夹学写宽专对导层属账带币几库汇后径从态凭应户舍换据扩败数断于时畅会东业标样机档检栏权没况泄减准涨为无热营状现环产异发众确码税种称积笔节范篮签纪约级细终结绝络给统经维网线编缩总续联脑与万着盖处号装里复见视览订计讯记设许词询试该认语误说请论证读变负买费资卖质购趋较轮办这连周进运过达遗还销录钱错键钟钥长门开间关电响页顺须预顿头频题额类顾显余验体么点账';

const SIMPLIFIED_OF = new Map([...TRADITIONAL].map((character, at) => [character, SIMPLIFIED.charAt(at)]));

/** The same text in Simplified characters, as far as our pages use them, so that both kinds find each other. */
export function simplified(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (character) => SIMPLIFIED_OF.get(character) ?? character);
}
