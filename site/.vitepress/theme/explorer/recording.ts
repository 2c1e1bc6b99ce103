import type { DemoLanguage } from '../../../../src/lib/language.ts';
import { overlap, parseDay } from '../../../../src/snapshot/calendar.ts';
import { type AccountData, type Dataset, datasetOf } from '../shared/dataset.ts';
import type { Answers } from './answers.ts';
import { MOST_MULTIPLES } from './multiples.ts';
import { CATEGORIES_PATH, type Level, PANELS, type Panel, SUB_CATEGORIES_PATH } from './panels.ts';
import type { Price } from './price.ts';
import { type Question, questionsOf, targetOf } from './questions.ts';
import { datesOf, presetsOf, rangeOfPreset } from './ranges.ts';
import { FIRST_VIEW, type View } from './view.ts';

/** The Sunday on which the recorded demo data ends. */
export const RECORDED_UNTIL = '2026-06-07';

/** Sub-categories by category. */
export type RecordedNames = Readonly<Record<string, readonly string[]>>;

/** What can be looked at without a key, in each language: each of these with all its panels and ranges. */
export const RECORDED: Readonly<Record<DemoLanguage, RecordedNames>> = {
  en: {
    'Consumer Electronics': ['Laptops', 'Smartphones'],
    'Home Appliances': ['Air Conditioners', 'Vacuum Cleaners'],
    'Home & Living': ['Furniture', 'Bedding'],
  },
  'zh-TW': {
    消費電子: ['筆記型電腦', '智慧型手機'],
    家電: ['冷氣', '吸塵器'],
    居家生活: ['家具', '寢具'],
  },
};

/** The first line of the recording. */
export interface RecordingHead {
  readonly language: DemoLanguage;
  readonly data: AccountData;
  readonly prices: readonly Price[];
}

/** Every other line. */
export interface RecordedAnswer {
  readonly target: string;
  readonly charged: number;
  readonly data: unknown;
}

export interface Recording {
  readonly dataset: Dataset;
  readonly names: RecordedNames;
  readonly subs: (category: string) => readonly string[];
  readonly prices: readonly Price[];
  find(question: Question): unknown;
}

/** The lists of names: the largest first. */
export const categoriesQuestion = (dataset: Dataset): Question => ({
  path: CATEGORIES_PATH,
  parameters: [],
  days: dataset.defaultPeriod,
});
export const subsQuestion = (category: string, dataset: Dataset): Question => ({
  path: SUB_CATEGORIES_PATH,
  parameters: category === '' ? [] : [['category', category]],
  days: dataset.defaultPeriod,
});

/**
 * Everything that is asked when the recording is made. Trends to compare with are not: each is a stretch of the one
 * over all days, because each week counts whole.
 */
export function recordedQuestions(
  language: DemoLanguage,
  dataset: Dataset,
  subsOf: (category: string) => readonly string[],
): Question[] {
  const ranges = presetsOf(dataset).map((preset) => rangeOfPreset(preset, dataset));
  const ask = (view: Partial<View> & { level: Level }, subs: readonly string[] = []) =>
    PANELS.filter((panel) => panel.level === view.level).flatMap((panel) =>
      (panel.kind === 'multiples' ? [{ kind: 'all' } as const] : ranges).flatMap((range) => {
        const compare = panel.kind === 'trend' ? 'none' : 'year';
        const asked = { ...FIRST_VIEW, ...view, range, compare } as const;
        const { main, compared, others } = questionsOf(panel, asked, dataset, subs);
        return [main, compared, ...others.map(({ question }) => question)];
      }),
    );
  const questions = [
    categoriesQuestion(dataset),
    ...ask({ level: 'overall' }),
    ...Object.entries(RECORDED[language]).flatMap(([category, subs]) => [
      subsQuestion(category, dataset),
      ...ask({ level: 'category', category }, subsOf(category).slice(0, MOST_MULTIPLES)),
      ...subs.flatMap((sub) => ask({ level: 'sub', category, sub })),
    ]),
  ];
  const asked = questions.filter((question) => question !== undefined);
  return [...new Map(asked.map((question) => [targetOf(question), question])).values()];
}

export function readRecording(text: string): Recording {
  const [first = '{}', ...lines] = text.trim().split('\n');
  const { language, data, prices } = JSON.parse(first) as RecordingHead;
  const dataset = datasetOf(data);
  const answers = new Map(
    lines.map((line) => {
      const answer = JSON.parse(line) as RecordedAnswer;
      return [answer.target, answer.data] as const;
    }),
  );
  const whole = trendOfAll(dataset);
  return {
    dataset,
    names: RECORDED[language],
    subs: (category) =>
      (answers.get(targetOf(subsQuestion(category, dataset))) as { subCategories: string[] } | undefined)
        ?.subCategories ?? [],
    prices,
    find: (question) => {
      const found = answers.get(targetOf(question));
      if (found !== undefined) return found;
      const all = answers.get(targetOf(whole(question))) as Answers['trend'] | undefined;
      return all && 'trend' in all ? stretchOf(all, question) : undefined;
    },
  };
}

/** The same trend over all days. */
function trendOfAll(dataset: Dataset) {
  return (question: Question): Question => {
    const panel = PANELS.find((one): one is Panel => one.path === question.path && one.kind === 'trend');
    const value = (name: string) => question.parameters.find(([one]) => one === name)?.[1] ?? '';
    if (!panel) return question;
    const view: View = {
      ...FIRST_VIEW,
      level: panel.level,
      category: value('category'),
      sub: value('sub'),
      range: { kind: 'all' },
    };
    return questionsOf(panel, view, dataset, []).main ?? question;
  };
}

/** The weeks of a trend that touch the days asked for, as the service would list them. */
function stretchOf(all: Answers['trend'], { days }: Question): Answers['trend'] {
  const touches = ({ week_start = '', week_end = '' }: Answers['trend']['trend'][number]) => {
    const shared = overlap({ start: parseDay(week_start) ?? 0, end: parseDay(week_end) ?? -1 }, days);
    return shared.start <= shared.end;
  };
  return { ...all, ...datesOf(days), trend: all.trend.filter(touches) };
}
