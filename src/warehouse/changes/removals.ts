import { MissingError } from '../../errors/operators.ts';
import type { Change, Mark, Touched } from '../engine.ts';
import { stageRemovals } from '../intake/stage.ts';
import { emailKey, markFinder, marksOf, memberOf } from './marks.ts';
import type { Writing } from './publish.ts';

/* Orders and members that go for good, and what is remembered of them so that no later import brings them back. */

const SHOWN = 5;

/** Orders are deleted like those that a file says are cancelled, except that all of them must be there. */
export async function deleteOrders(
  { writer, published }: Writing,
  change: Change,
  ids: readonly string[],
  mayReturn: boolean,
): Promise<Touched> {
  await stageRemovals(writer.intake.connection, ids);
  const { gone, asideOrders, changesAside, from } = await change.applyStaged(published, (unknown) =>
    refuseUnknown('order', unknown),
  );
  if (mayReturn) return { ...gone, asideOrders, changesAside, from };
  const marks = await writer.marks();
  const others = withoutMarks('order', ids, marks);
  await change.addMarks(marksOf('order', others, marks));
  return { ...gone, asideOrders, changesAside: changesAside || others.length > 0, from };
}

/** Who was forgotten before need not be there. An e-mail address is the member that a query has made of it. */
export async function forgetMembers(
  { writer, published }: Writing,
  change: Change,
  named: readonly string[],
  address: string | undefined,
): Promise<Touched> {
  const marks = await writer.marks();
  const key = emailKey(marks);
  const member = address !== undefined && key ? memberOf(address, key) : undefined;
  if (address !== undefined && member === undefined) throw unknownAddress();
  const ids = member === undefined ? named : [...named, member];
  const others = withoutMarks('member', ids, marks);
  const unmarked = new Set(others);
  const touched = await change.forgetMembers(ids, published, (unknown) => {
    const missing = unknown.filter((id) => unmarked.has(id));
    if (member !== undefined && missing.includes(member)) throw unknownAddress();
    refuseUnknown('member', missing);
  });
  await change.addMarks(marksOf('member', others, marks));
  // Who is forgotten again and has not come back meanwhile changes nothing.
  return others.length + touched.lines === 0 ? { ...touched, changesAside: false } : touched;
}

export async function allow(
  { writer }: Writing,
  change: Change,
  kind: Mark['kind'],
  ids: readonly string[],
): Promise<Touched> {
  const marks = await writer.marks();
  const marksFor = markFinder(kind, marks);
  const found = ids.map((id) => ({ id, marks: marksFor(id) }));
  const unknown = found.filter((each) => each.marks.length === 0).map(({ id }) => id);
  refuseUnknown(kind, unknown, kind === 'order' ? ' that was deleted' : ' who was forgotten');
  await change.removeMarks(found.flatMap((each) => each.marks));
  return { ...{ lines: 0, orders: 0, asideOrders: 0 }, changesAside: true, from: undefined };
}

function withoutMarks(kind: Mark['kind'], ids: readonly string[], marks: readonly Mark[]): readonly string[] {
  const marksFor = markFinder(kind, marks);
  return ids.filter((id) => marksFor(id).length === 0);
}

function unknownAddress(): MissingError {
  return new MissingError(
    'There is no member with this e-mail address; nothing was changed. ' +
      'Addresses are known by mdq_member(…) in a query alone: name any other member by its id',
  );
}

/** Refuses a change that names orders or members that are not there. */
function refuseUnknown(what: Mark['kind'], ids: readonly string[], which = ''): void {
  if (ids.length === 0) return;
  const shown = ids
    .toSorted()
    .slice(0, SHOWN)
    .map((id) => JSON.stringify(id));
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
  const hint =
    what === 'member' && ids.some((id) => id.includes('@'))
      ? '. Give the e-mail address of a customer as email: "mdq members forget --email ADDRESS"'
      : '';
  throw new MissingError(
    `There is no ${what} ${shown.join(', ')}${more}${which}; nothing was changed${hint}`,
  );
}
