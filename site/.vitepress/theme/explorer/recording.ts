import type { DemoLanguage } from '../../../../src/language.ts';
import { parseDay } from '../../../../src/snapshot/calendar.ts';
import { type Coverage, exactly, learnDefaultPeriod, NOTHING_KNOWN } from './coverage.ts';
import { CATEGORIES_PATH, PANELS, SUB_CATEGORIES_PATH } from './panels.ts';
import type { Price } from './price.ts';
import { PRESETS, rangeOfPreset } from './ranges.ts';
import { type Question, questionOf, type Range, targetOf } from './view.ts';

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

/** The demo data that a page in this language shows. */
export function demoLanguage(lang: string): DemoLanguage {
  return lang.startsWith('zh') ? 'zh-TW' : 'en';
}

/** The first line of the recording. */
export interface RecordingHead {
  readonly language: DemoLanguage;
  readonly until: string;
  readonly coverage: { readonly start: string; readonly end: string };
  readonly defaultPeriod: { readonly start: string; readonly end: string };
  readonly prices: readonly Price[];
}

/** Every other line. */
export interface RecordedAnswer {
  readonly target: string;
  readonly charged: number;
  readonly data: unknown;
}

export interface Recording {
  readonly head: RecordingHead;
  readonly coverage: Coverage;
  find(question: Question): RecordedAnswer | undefined;
}

/** Everything that is asked when the recording is made. */
export function recordedQuestions(
  head: Pick<RecordingHead, 'language' | 'coverage' | 'defaultPeriod'>,
): Question[] {
  const ranges = PRESETS.filter(({ name }) => name !== 'custom' && name !== '12').map(
    ({ name }): Range => rangeOfPreset(name, coverageOf(head)) ?? { kind: 'default' },
  );
  const ask = (category: string, sub: string, level: string) =>
    PANELS.filter((panel) => panel.level === level).flatMap((panel) =>
      ranges.map((range) => questionOf(panel, { category, sub, range })),
    );
  const questions = [
    { path: CATEGORIES_PATH, parameters: [] },
    ...ask('', '', 'overall'),
    ...Object.entries(RECORDED[head.language]).flatMap(([category, subs]) => [
      { path: SUB_CATEGORIES_PATH, parameters: [['category', category] as const] },
      ...ask(category, '', 'category'),
      ...subs.flatMap((sub) => ask(category, sub, 'sub')),
    ]),
  ];
  return [...new Map(questions.map((question) => [targetOf(question), question])).values()];
}

export function readRecording(text: string): Recording {
  const [first = '{}', ...lines] = text.trim().split('\n');
  const head = JSON.parse(first) as RecordingHead;
  const answers = new Map(
    lines.map((line) => {
      const answer = JSON.parse(line) as RecordedAnswer;
      return [answer.target, answer];
    }),
  );
  return {
    head,
    coverage: coverageOf(head),
    find: (question) =>
      answers.get(targetOf(question)) ?? answers.get(targetOf(withoutDefaultDates(question, head))),
  };
}

/** The recorder knows the days of the data outright. */
function coverageOf({
  coverage,
  defaultPeriod,
}: Pick<RecordingHead, 'coverage' | 'defaultPeriod'>): Coverage {
  return {
    ...learnDefaultPeriod(NOTHING_KNOWN, defaultPeriod.start, defaultPeriod.end),
    start: exactly(parseDay(coverage.start) ?? 0),
    end: exactly(parseDay(coverage.end) ?? 0),
  };
}

/** The dates of the default period ask for the same as no dates. */
function withoutDefaultDates(question: Question, { defaultPeriod }: RecordingHead): Question {
  const value = (name: string) => question.parameters.find(([one]) => one === name)?.[1];
  const isDefault = value('start') === defaultPeriod.start && value('end') === defaultPeriod.end;
  if (!isDefault) return question;
  return {
    ...question,
    parameters: question.parameters.filter(([name]) => name !== 'start' && name !== 'end'),
  };
}
