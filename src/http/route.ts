import { lazily } from '../lib/made-once.ts';
import type { Reply } from '../request/reply.ts';
import type { Exchange, RouteFacts } from './exchange.ts';
import { nearestPath } from './nearest-path.ts';

/** A path, or all paths below one, and who answers it. */
export interface Route extends RouteFacts {
  /** For whom it is there; for all others there is no such path. */
  isFor?(exchange: Exchange): boolean;
  handle(exchange: Exchange): Reply | Promise<Reply>;
}

/** Every path the service knows, each with one owner. */
export class RouteTable {
  readonly #exact = new Map<string, Route>();
  readonly #below: { readonly path: string; readonly route: Route }[] = [];

  readonly #nearest = lazily(() =>
    nearestPath([...this.#exact.keys()].filter((path) => /^\/(?!developers)\w+[./]/.test(path))),
  );

  add(path: string, route: Route): void {
    if (this.#exact.has(path)) throw new Error(`${path} has two owners`);
    this.#exact.set(path, route);
  }

  /** For a path and all below it that have no owner of their own. */
  addAllBelow(path: string, route: Route): void {
    this.add(path, route);
    this.addBelow(path, route);
  }

  /** For all paths below one that have no owner of their own. */
  addBelow(path: string, route: Route): void {
    this.#below.push({ path: `${path}/`, route });
  }

  /** Of what programs call, the path that was probably meant. */
  nearest(path: string): string | undefined {
    return this.#nearest()(path);
  }

  find(path: string): Route | undefined {
    return this.#exact.get(path) ?? this.#below.find((each) => path.startsWith(each.path))?.route;
  }
}
