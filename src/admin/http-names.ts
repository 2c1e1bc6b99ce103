import type { AdminRoute } from './routes.ts';

/** A command in a message, such as `"mdq account list"` or `"mdq members allow ID"`. */
const COMMAND = /"mdq ([^"]+)"/g;

/** Writes commands in a message as the requests that do the same. A command without one runs on the machine itself. */
export function httpNames(routes: readonly AdminRoute[]): (text: string) => string {
  const ways = new Map<string, string>();
  // The first address of an operation is the one for all of its kind.
  for (const { name, method, path } of routes) if (!ways.has(name)) ways.set(name, `"${method} ${path}"`);
  return (text) =>
    text.replace(COMMAND, (command, words: string) => {
      const [first = '', second = ''] = words.split(' ');
      return ways.get(`${first} ${second}`) ?? ways.get(first) ?? command;
    });
}
