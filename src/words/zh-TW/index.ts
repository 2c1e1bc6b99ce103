import type { Words } from '../words.ts';
import { accountRoutes } from './account-routes.ts';
import { endpoints } from './endpoints.ts';
import { errors } from './errors.ts';
import { labels, types } from './labels.ts';
import { operatorsWords, pageKeywords, sectionNames, stopWords, synonyms } from './search.ts';
import { fields, parameters } from './shared.ts';

export const traditionalChinese = {
  language: 'zh-TW',
  folder: 'zh',
  script: /\p{Script=Han}/u,
  endpoints: { ...endpoints, ...accountRoutes },
  parameters,
  fields,
  errors,
  labels,
  types,
  pageKeywords,
  sectionNames,
  synonyms,
  stopWords,
  operatorsWords,
} as const satisfies Words;
