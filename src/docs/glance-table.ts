import type { Endpoint, Level } from '../endpoints/endpoint.ts';
import { endpoints } from '../endpoints/index.ts';
import { CHINESE_ENDPOINTS } from './chinese.ts';
import type { Terms } from './prices.ts';

const LEVELS: readonly Level[] = ['overall', 'category', 'sub'];

/** What endpoints of several levels have in common, by the word that their paths share. */
const TOPICS: Readonly<Record<string, readonly [english: string, chinese: string]>> = {
  trends: ['Weekly trend: amount, orders, average', '週走勢：交易金額、交易筆數、平均客單價'],
  ranking: ['Ranking', '下一層的排行'],
  growth: ['Growth against the previous period', '與前期相比的成長率'],
  payment: ['Payment methods', '付款方式'],
  focus: ['Key figures: members, merchants, orders per member', '重點指標：會員、商家、購買頻率'],
  tags: ['Tags', '常見商品標籤'],
  'related-purchases': ['Related purchases', '買家還買了什麼'],
};

const WORDS = {
  en: { header: ['Question', 'Whole market', 'Category', 'Sub-category'], fixed: ', fixed' },
  zh: { header: ['想知道什麼', '整體市場', '主類別', '子類別'], fixed: '（固定）' },
} as const;

/** The header and rows of what can be asked at which level, and for how many points. */
export function glanceTable(
  language: keyof typeof WORDS,
  terms: Terms,
): { header: readonly string[]; rows: string[][] } {
  const sold = endpoints.filter(({ period }) => period !== 'none');
  const topics = [...new Set([...Object.keys(TOPICS), ...sold.map(topicOf)])];
  const rows = topics.map((topic) => {
    const ofTopic = sold.filter((endpoint) => topicOf(endpoint) === topic);
    const price = (level: Level) => {
      const endpoint = ofTopic.find((each) => each.level === level);
      if (!endpoint) return '–';
      return `${terms.prices.priceOf(endpoint).base}${endpoint.price.kind === 'fixed' ? WORDS[language].fixed : ''}`;
    };
    return [nameOf(topic, ofTopic[0], language), ...LEVELS.map(price)];
  });
  return { header: WORDS[language].header, rows };
}

function topicOf({ path }: Endpoint): string {
  const parts = path.split('/');
  return (
    Object.keys(TOPICS).find((topic) => parts.some((part) => part === topic || part === `sub-${topic}`)) ??
    path
  );
}

/** An endpoint that belongs to no topic stands for itself. */
function nameOf(topic: string, endpoint: Endpoint | undefined, language: keyof typeof WORDS): string {
  const names = TOPICS[topic];
  if (names) return names[language === 'en' ? 0 : 1];
  const chinese = language === 'zh' ? CHINESE_ENDPOINTS[topic]?.summary : undefined;
  return chinese ?? endpoint?.summary ?? topic;
}
