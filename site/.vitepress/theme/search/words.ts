const ENGLISH = {
  search: 'Search the documentation',
  placeholder: 'Search: points, audienceCount, 金鑰…',
  close: 'Close',
  results: 'Results',
  groups: { callers: 'Calling the API', operators: 'Running the service' },
  hint: 'Guides, endpoints, fields and error messages, in English or Chinese. ↑ ↓ to choose, Enter to open.',
  away: 'The service cannot be reached. Check your connection and open the search again.',
  none: 'Nothing found. Try another word, a field name such as avg_amount, or an error message.',
  count: (hits: number) => (hits === 1 ? '1 result' : `${hits} results`),
};

const CHINESE: typeof ENGLISH = {
  search: '搜尋說明文件',
  placeholder: '搜尋：點數、會員數、audienceCount…',
  close: '關閉',
  results: '結果',
  groups: { callers: '呼叫 API', operators: '維運（英文）' },
  hint: '指南、端點、欄位與錯誤訊息，中文英文都可以。↑ ↓ 選擇，Enter 開啟。',
  away: '無法連上服務。請確認網路連線，再開啟一次搜尋。',
  none: '找不到。換個詞、欄位名稱（例如 avg_amount）或錯誤訊息試試。',
  count: (hits) => `${hits} 筆結果`,
};

export function searchWords(language: string): typeof ENGLISH {
  return language.startsWith('zh') ? CHINESE : ENGLISH;
}
