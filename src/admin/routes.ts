import { operations } from '../operations/list.ts';
import { type Operation, waysOf } from '../operations/operation.ts';

export const PREFIX = '/admin/v1';

/** An operation at one of its addresses. */
export interface AdminRoute {
  /** What it is called in the list of operations. */
  readonly name: string;
  readonly operation: Operation;
  readonly method: string;
  /** Below the prefix, with what is of the input in braces. */
  readonly path: string;
}

interface Found {
  readonly route: AdminRoute;
  readonly inPath: Readonly<Record<string, string>>;
}

/** The routes of all operations. A path is taken apart before it is decoded: a name may have a slash in it. */
export class AdminRoutes {
  readonly all: readonly AdminRoute[];

  constructor(all: readonly AdminRoute[]) {
    this.all = all;
  }

  /** Who answers; undefined where there is no such path, and the methods it takes where this is none of them. */
  find(method: string, path: string): Found | { readonly allowed: readonly string[] } | undefined {
    const matches = this.all.flatMap((route) => {
      const inPath = matched(route.path, path);
      return inPath ? [{ route, inPath }] : [];
    });
    // What stands there word by word goes before what takes anything in its place.
    const exact = matches.toSorted((a, b) => Object.keys(a.inPath).length - Object.keys(b.inPath).length);
    const found = exact.find(({ route }) => route.method === method);
    if (found) return found;
    return matches.length > 0
      ? { allowed: [...new Set(matches.map(({ route }) => route.method))] }
      : undefined;
  }
}

export async function loadRoutes(): Promise<AdminRoutes> {
  const all = await Promise.all(
    Object.entries(operations).map(async ([name, load]) => {
      const operation = await load();
      return waysOf(operation).map((way) => {
        const [method = '', path = ''] = way.split(' ');
        return { name, operation, method, path };
      });
    }),
  );
  return new AdminRoutes(all.flat());
}

function matched(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const inPath: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    const text = given[i] ?? '';
    if (name === undefined ? part !== text : text === '') return undefined;
    if (name !== undefined) inPath[name] = decodeURIComponent(text);
  }
  return inPath;
}
