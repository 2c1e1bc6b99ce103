import { EndpointNames } from '../mcp/endpoint-names.ts';
import { closest } from '../request/closest.ts';

/** Finds the path that was probably meant: the same words in another form, a typing error, or a part of one path alone. */
export function nearestPath(paths: readonly string[]): (path: string) => string | undefined {
  const names = new EndpointNames(paths.map((path) => ({ path })));
  return (path) => {
    const [meant, another] = closest(path, paths);
    return names.find(path)?.path ?? (another === undefined ? meant : undefined) ?? partOf(path, paths);
  };
}

/** `/api/public/sub-market/payment` has the whole of `market/payment` in it. */
function partOf(asked: string, paths: readonly string[]): string | undefined {
  return paths.find((path) => asked.endsWith(path.split('/').slice(-2).join('/')));
}
