import { EndpointNames } from '../mcp/endpoint-names.ts';
import { closestIn } from '../request/closest.ts';

/** Nobody answers for paths that are not there: one that is much longer than any of ours is not compared with them. */
const LONGEST = 60;

/** Finds the path that was probably meant: the same words in another form, a typing error, or a part of one path alone. */
export function nearestPath(paths: readonly string[]): (path: string) => string | undefined {
  const names = new EndpointNames(paths.map((path) => ({ path })));
  const find = closestIn(paths);
  const ends = paths.map((path) => ({ path, end: path.split('/').slice(-2).join('/') }));
  // `/api/public/sub-market/payment` has the whole of `market/payment` in it.
  const partOf = (asked: string) => ends.find(({ end }) => asked.endsWith(end))?.path;
  return (path) => {
    if (path.length > LONGEST) return undefined;
    const named = names.find(path);
    if (named) return named.path;
    const [meant, another] = find(path);
    return (another === undefined ? meant : undefined) ?? partOf(path);
  };
}
