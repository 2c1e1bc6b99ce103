import type { Language } from '../../../../languages.ts';
import { targetOf } from '../../call/call.ts';
import { type AccountData, type Dataset, datasetOf } from '../../call/dataset.ts';
import type { Panel } from '../panel.ts';
import { PANELS } from '../panels/list.ts';
import { MOST_SIDE_BY_SIDE } from '../shapes/side-by-side.ts';
import type { Price } from '../state/price.ts';
import { allOf, categoriesQuestion, type Question, questionsOf, subsQuestion } from '../state/questions.ts';
import { presetsOf, rangeOfPreset } from '../state/ranges.ts';
import { FIRST_VIEW, type Level, type View } from '../state/view.ts';

/** The Sunday on which the recorded demo data ends. */
export const RECORDED_UNTIL = '2026-06-07';

/** Sub-categories by category. */
export type RecordedNames = Readonly<Record<string, readonly string[]>>;

/** What can be looked at without a key, in each language: each of these with all its panels and ranges. */
export const RECORDED: Readonly<Record<Language, RecordedNames>> = {
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
  readonly language: Language;
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

/**
 * Everything that is asked when the recording is made. Trends to compare with are not: each is a stretch of the one
 * over all days, because each week counts whole.
 */
export function recordedQuestions(
  language: Language,
  dataset: Dataset,
  subsOf: (category: string) => readonly string[],
): Question[] {
  const ranges = presetsOf(dataset).map((preset) => rangeOfPreset(preset, dataset));
  const ask = (view: Partial<View> & { level: Level }, subs: readonly string[] = []) =>
    PANELS.filter((panel) => panel.level === view.level).flatMap((panel) =>
      (panel.isSideBySide ? [{ kind: 'all' } as const] : ranges).flatMap((range) => {
        const compare = panel.stretch ? 'none' : 'year';
        const asked = { ...FIRST_VIEW, ...view, range, compare } as const;
        return allOf(questionsOf(panel, asked, dataset, subs));
      }),
    );
  const questions = [
    categoriesQuestion(dataset),
    ...ask({ level: 'overall' }),
    ...Object.entries(RECORDED[language]).flatMap(([category, subs]) => [
      subsQuestion(category, dataset),
      ...ask({ level: 'category', category }, subsOf(category).slice(0, MOST_SIDE_BY_SIDE)),
      ...subs.flatMap((sub) => ask({ level: 'sub', category, sub })),
    ]),
  ];
  return [...new Map(questions.map((question) => [targetOf(question), question])).values()];
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
      const panel = PANELS.find((one) => one.path === question.path && one.stretch);
      const all = panel && answers.get(targetOf(overAllDays(panel, question, dataset)));
      return all === undefined ? undefined : panel?.stretch?.(all, question.days);
    },
  };
}

/** The same over all days. */
function overAllDays(panel: Panel, question: Question, dataset: Dataset): Question {
  const value = (name: string) => question.parameters.find(([one]) => one === name)?.[1] ?? '';
  const view: View = {
    ...FIRST_VIEW,
    level: panel.level,
    category: value('category'),
    sub: value('sub'),
    range: { kind: 'all' },
  };
  return questionsOf(panel, view, dataset, []).main ?? question;
}
