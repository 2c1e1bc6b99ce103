/** What clients of one account saw, and whether it can have happened: nothing else is read. */

/** Something that was asked for, from when it was sent to when it was answered, in steps of one common clock. */
export type Event = {
  readonly sent: number;
  /** Infinite where no answer ever came. */
  readonly answered: number;
} & (Grant | Call);

type Grant = { readonly kind: 'grant'; readonly points: number; readonly balance: number };
type Call = {
  readonly kind: 'call';
  readonly price: number;
  /** Calls of the same name are one call, sent again. */
  readonly name: string | undefined;
  /** What was told; undefined where no answer came, so that it was charged or not. */
  readonly receipt:
    | { readonly charged: number; readonly balance: number; readonly isRefused: boolean }
    | undefined;
};

type State = { balance: number; readonly charged: Set<string>; readonly left: Set<Event> };

/** How far a search may go astray before it is given up: what clients see leaves few ways to go. */
const MAX_STEPS = 200_000;

/**
 * Looks for an order of all that was answered, with some of what was not, in which each balance follows from the one
 * before, a name is charged once, every answer was paid for, and whatever was answered before another was sent comes
 * before it. Undefined when there is one; otherwise what fits nowhere.
 */
export function whatDoesNotFit(start: number, events: readonly Event[]): string | undefined {
  let steps = 0;
  let furthest: State | undefined;
  const search = (state: State): boolean => {
    for (let isStill = true; isStill; ) {
      // What changes nothing can always come as soon as it fits.
      const free = [...state.left].find(
        (event) => isNext(event, state) && changeOf(event) === 0 && fits(event, state),
      );
      if (free) state.left.delete(free);
      isStill = free !== undefined;
    }
    if (!furthest || state.left.size < furthest.left.size) furthest = { ...state, left: new Set(state.left) };
    if ([...state.left].every(({ answered }) => answered === Number.POSITIVE_INFINITY)) return true;
    if (steps++ > MAX_STEPS) throw new Error('the search for an order was given up');
    const next = [...state.left].filter((event) => isNext(event, state) && fits(event, state));
    // What was answered tells its balance, and seldom fits by chance; what was not is tried last.
    next.sort((a, b) => a.answered - b.answered);
    return next.some((event) => search(apply(event, state)));
  };
  if (search({ balance: start, charged: new Set(), left: new Set(events) })) return undefined;
  const first = [...(furthest?.left ?? [])].sort((a, b) => a.sent - b.sent)[0];
  return `after a balance of ${furthest?.balance} nothing fits, such as ${JSON.stringify(first)}`;
}

/** Whether nothing that is left was answered before it was sent. */
function isNext(event: Event, { left }: State): boolean {
  for (const other of left) if (other.answered < event.sent) return false;
  return true;
}

function changeOf(event: Event): number {
  if (event.kind === 'grant') return event.points;
  return -(event.receipt?.charged ?? event.price);
}

function fits(event: Event, { balance, charged }: State): boolean {
  if (event.kind === 'grant') return event.balance === balance + event.points;
  const { price, name, receipt } = event;
  const isCharged = name !== undefined && charged.has(name);
  if (!receipt) return !isCharged && balance >= price;
  if (receipt.balance !== balance - receipt.charged) return false;
  if (receipt.isRefused) return !isCharged && balance < price;
  return receipt.charged === (isCharged ? 0 : price) && balance >= receipt.charged;
}

function apply(event: Event, state: State): State {
  const left = new Set(state.left);
  left.delete(event);
  const charged = new Set(state.charged);
  if (event.kind === 'call' && event.name !== undefined) charged.add(event.name);
  return { balance: state.balance + changeOf(event), charged, left };
}
