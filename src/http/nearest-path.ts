import { EndpointNames } from '../mcp/endpoint-names.ts';
import { closestIn } from '../request/closest.ts';

/** Nobody answers for paths that are not there: one that is much longer than any of ours is not compared with them. */
const LONGEST = 60;
const DATA_PATHS = '/api/public/';

/**
 * Finds the path that was probably meant: the same words in another form, a typing error, a part of one path alone, or the
 * first data path with the same last word.
 */
export function nearestPath(paths: readonly string[]): (path: string) => string | undefined {
  const names = new EndpointNames(paths.map((path) => ({ path })));
  const find = closestIn(paths);
  const ends = paths.map((path) => ({ path, end: path.split('/').slice(-2).join('/') }));
  // `/api/public/sub-market/payment` has the whole of `market/payment` in it.
  const partOf = (asked: string) => ends.find(({ end }) => asked.endsWith(end))?.path;
  const ofSameLast = (asked: string) => {
    const last = asked.slice(asked.lastIndexOf('/') + 1);
    // `/api/public/market` is a whole group.
    if (asked === DATA_PATHS + last) return undefined;
    return ends.find(({ path, end }) => path.startsWith(DATA_PATHS) && end.endsWith(`/${last}`))?.path;
  };
  return (path) => {
    if (path.length > LONGEST) return undefined;
    const named = names.find(path);
    if (named) return named.path;
    const [meant, another] = find(path);
    const found = (another === undefined ? meant : undefined) ?? partOf(path);
    return found ?? (path.startsWith(DATA_PATHS) ? ofSameLast(path) : undefined);
  };
}
