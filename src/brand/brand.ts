import { UserError } from '../errors/operators.ts';
import { CONTACT, isLink, readContact } from '../lib/contact.ts';
import { cleanName } from '../lib/text/names.ts';
import { type BrandColor, readColor } from './color.ts';
import { type Picture, readPicture } from './picture.ts';

/** What the site of a service shows as its operator's own: each part once it was set. It never changes: a change makes another. */
export interface Brand {
  readonly name?: string;
  readonly tagline?: string;
  /** A mail address or a link. */
  readonly contact?: string;
  readonly terms?: string;
  readonly imprint?: string;
  /** A link in which `{account}` stands for the name of the account that buys. */
  readonly checkout?: string;
  /** `none`, `whole` or a main category. */
  readonly showcase?: string;
  readonly color?: BrandColor;
  readonly logo?: Picture;
  readonly icon?: Picture;
}

export const NO_BRAND: Brand = {};

type BrandName = keyof Brand;
export const PICTURES = ['logo', 'icon'] as const;
type PictureName = (typeof PICTURES)[number];

/** What the service is called where nobody has named it. */
export const USUAL_NAME = 'Market-Data Query Service';

/** How a part is read that is kept as a text; undefined for what it does not take. */
interface Reading<Value> {
  /** After "must be". */
  readonly takes: string;
  read(text: string): Value | undefined;
}

const line = (most: number): Reading<string> => ({
  takes: `one line of 1 to ${most} characters`,
  read(text) {
    const clean = cleanName(text);
    return clean !== '' && [...clean].length <= most && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(clean)
      ? clean
      : undefined;
  },
});

const link: Reading<string> = {
  takes: 'a link that begins with https:// or mailto:',
  read: (text) => (isLink(text) ? text : undefined),
};

const READINGS: { readonly [Name in Exclude<BrandName, PictureName>]: Reading<NonNullable<Brand[Name]>> } = {
  name: line(60),
  tagline: line(160),
  color: {
    takes: 'a colour such as #0b6b66, or one for light and one for dark: #0b6b66,#62cfc4',
    read: readColor,
  },
  contact: { takes: CONTACT, read: readContact },
  terms: link,
  imprint: link,
  checkout: {
    takes: 'a link that begins with https:// and has {account} after its host',
    read: (text) => (isCheckout(text) ? text : undefined),
  },
  showcase: { takes: '"none", "whole" or a main category', read: (text) => line(1000).read(text) },
};

export const BRAND_NAMES = [
  'name',
  'tagline',
  'logo',
  'icon',
  'color',
  'contact',
  'terms',
  'imprint',
  'checkout',
  'showcase',
] as const satisfies readonly BrandName[];

/** A part as it is kept: pictures by their type and hash, with their content beside. */
interface StoredPart {
  readonly value: string;
  readonly content: Buffer | undefined;
}

/** Checks what an operator gives, `file` for pictures: refused with one line that says what it takes. */
export function readPart(name: BrandName, text: string, file: () => Buffer): StoredPart {
  if (isPicture(name)) {
    const { type, hash, body } = readPicture(file(), text);
    return { value: `${type} ${hash}`, content: body };
  }
  const { takes, read } = READINGS[name];
  const trimmed = text.trim();
  if (read(trimmed) === undefined) throw new UserError(`${name} must be ${takes}, not "${text}"`);
  return { value: trimmed, content: undefined };
}

/** What is kept, as it is shown. What this program does not know or take is left out: another version may have set it. */
export async function readBrand(
  stored: ReadonlyMap<string, string>,
  before: Brand,
  contentOf: (name: PictureName) => Promise<Buffer | undefined>,
): Promise<Brand> {
  const parts = [...stored].map(async ([name, value]): Promise<[string, unknown]> => {
    if (isPicture(name)) return [name, await pictureOf(name, value, before, contentOf)];
    return [
      name,
      Object.hasOwn(READINGS, name)
        ? attempt(() => READINGS[name as keyof typeof READINGS].read(value))
        : undefined,
    ];
  });
  return Object.fromEntries((await Promise.all(parts)).filter(([, value]) => value !== undefined));
}

async function pictureOf(
  name: PictureName,
  value: string,
  before: Brand,
  contentOf: (name: PictureName) => Promise<Buffer | undefined>,
): Promise<Picture | undefined> {
  const known = before[name];
  if (known && value.endsWith(` ${known.hash}`)) return known;
  const content = await contentOf(name);
  return content && attempt(() => readPicture(content, name));
}

/** What an earlier version took may be refused by this one. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function isPicture(name: string): name is PictureName {
  return (PICTURES as readonly string[]).includes(name);
}

function isCheckout(text: string): boolean {
  const filled = (account: string) => text.replaceAll('{account}', account);
  if (!text.includes('{account}') || !/^https:/i.test(text) || !isLink(filled('a'))) return false;
  return new URL(filled('a')).host === new URL(filled('b')).host;
}
