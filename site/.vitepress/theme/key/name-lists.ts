export const CATEGORIES_PATH = '/api/public/meta/categories';
export const SUB_CATEGORIES_PATH = '/api/public/meta/sub-categories';

/** Whether a path lists names: such an answer is of no period. */
export function listsNames(path: string): boolean {
  return path === CATEGORIES_PATH || path === SUB_CATEGORIES_PATH;
}
