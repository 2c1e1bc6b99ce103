import type { SearchTexts } from '../../../../src/docs/search/passages.ts';
import { requestData } from '../call/request.ts';
import type { Search } from './docs-search.ts';

/** The texts are the largest that a page asks for: once they are on their way, they take a while on a slow line. */
const TEXTS_MS = 60_000;

/**
 * The texts come from the service, with the prices of now in them. The program that looks through them comes after: a
 * browser does not ask again for a part that failed, and texts can be asked for as often as one likes.
 */
export async function loadSearch(): Promise<Search> {
  const data = await requestData<SearchTexts>('/developers/search.json', TEXTS_MS);
  const { searchIn } = await import('./docs-search.ts');
  return await searchIn(data);
}
