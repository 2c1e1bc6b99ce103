import { BRAND_NAMES, PICTURES, readPart } from '../../brand/brand.ts';
import { LARGEST_PICTURE } from '../../brand/picture.ts';
import { UserError } from '../../errors/operators.ts';
import { cleanName } from '../../lib/text/names.ts';
import { type Context, defineOperation } from '../operation.ts';
import { text } from '../schema.ts';
import { name, output, partOf, SOON } from './site-part.ts';

export const setSite = defineOperation({
  http: 'PUT /site/{name}',
  summary: `set what the site shows as your own: ${BRAND_NAMES.join(', ')}; of a logo or icon, the file`,
  role: 'admin',
  ifMissing: 'make', // a site has a name before it has a customer
  input: {
    name,
    value: text({
      description: 'what it is to be; a logo or icon is set with the command, on the machine itself',
    }),
  },
  args: ['name', 'value'],
  output,
  async check(context, { name, value }) {
    if (name === 'showcase') await mustBeSold(context, value);
  },
  before: (accounts, { name }) => partOf(accounts, name),
  async run(context, { name, value: asked }) {
    const { value, content } = readPart(name, asked, () => context.file(asked, LARGEST_PICTURE + 1));
    await (await context.accounts()).terms.setBrand(name, value, content);
    return { name, value };
  },
  text: ({ name, value }) => `Set ${name}${isPicture(name) ? '' : ` to "${value}"`}; ${SOON}`,
});

function isPicture(part: string): boolean {
  return (PICTURES as readonly string[]).includes(part);
}

/** A category that the data does not have would show nothing. Before the first import, nobody can know. */
async function mustBeSold({ warehouse, note }: Context, chosen: string): Promise<void> {
  if (chosen === 'none' || chosen === 'whole') return;
  const { readReachable } = await import('../../warehouse/versions/read-newest.ts');
  const { newest } = await readReachable(await warehouse(), (published, version) =>
    published.describe(version),
  );
  if (!newest) {
    note(`No data has been published yet: the showcase is empty until "${chosen}" is a main category of it.`);
  } else if (!newest.content.categories.includes(cleanName(chosen))) {
    const some = newest.content.categories
      .toSorted()
      .slice(0, 5)
      .map((category) => `"${category}"`);
    throw new UserError(
      `There is no main category "${chosen}"; there are ${some.join(', ')}${newest.content.categories.length > some.length ? ', …' : ''}`,
    );
  }
}
