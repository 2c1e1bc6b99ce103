/*
 * Which SVG files are taken as a logo: drawings, and nothing that runs, loads or leads elsewhere. Everything is refused that
 * is not listed here, so that what a browser may learn one day is refused too.
 */

const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop clipPath mask style'.split(
    ' ',
  ),
);

const ATTRIBUTES = new Set(
  [
    'id class style version role lang xml:lang xml:space viewBox preserveAspectRatio width height x y x1 y1 x2 y2',
    'cx cy r rx ry fx fy fr d points dx dy rotate textLength lengthAdjust pathLength transform offset',
    'gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits',
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit',
    'stroke-dasharray stroke-dashoffset color opacity display visibility overflow clip-rule clip-path mask',
    'stop-color stop-opacity paint-order vector-effect shape-rendering text-rendering color-interpolation',
    'font-family font-size font-style font-weight letter-spacing word-spacing text-anchor dominant-baseline',
    'mix-blend-mode isolation data-name aria-label aria-labelledby aria-hidden focusable enable-background',
  ]
    .join(' ')
    .split(' '),
);

/** Those that hold words for people. */
const WORDS = new Set(['aria-label', 'data-name']);

const NAMESPACES: Readonly<Record<string, string>> = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};

/** Functions that values and styles may call; of `url`, only a part of the same file. */
const FUNCTIONS = new Set('rgb rgba hsl hsla matrix translate scale rotate skewX skewY'.split(' '));
const OWN_PART = /url\(\s*(["']?)#[\w.-]+\1\s*\)/g;
/** What is drawn through another part would draw itself again and again, were it to name others in turn. */
const THROUGH_ANOTHER = new Set(['clip-path', 'mask']);

const DECLARATION =
  /^\s*<\?xml\s+version="1\.0"(?:\s+encoding="utf-8")?(?:\s+standalone="(?:yes|no)")?\s*\?>/i;
const NAME = '[A-Za-z][\\w.:-]*';
const TAG = new RegExp(`^<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');
const END = new RegExp(`^</(${NAME})\\s*>`);
/** Entities of other names would be the file's own. */
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
const NUMBERED = /&#(?:(\d+)|x([0-9a-fA-F]+));/g;
const NO_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const MOST_ELEMENTS = 5000;
const DEEPEST = 50;

/** What is wrong with an SVG file as a logo, after "it"; undefined where nothing is. */
export function wrongWithSvg(body: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return 'is not written in UTF-8';
  }
  if (REFERENCE.test(text)) return 'has entities of its own';
  if (NO_CHARACTER.test(text) || [...text.matchAll(NUMBERED)].some(isNoCharacter))
    return 'has characters that XML does not have';
  return wrongInMarkup(text.replace(DECLARATION, ''));
}

function wrongInMarkup(text: string): string | undefined {
  const open: string[] = [];
  let elements = 0;
  let rest = text.trim();
  while (rest !== '') {
    const comment = /^<!--(?:(?!--)[\s\S])*-->/.exec(rest);
    const end = END.exec(rest);
    const tag = TAG.exec(rest);
    const words = /^[^<]+/.exec(rest);
    const [taken] = comment ?? end ?? tag ?? words ?? [];
    if (taken === undefined)
      return `has something that a drawing needs not: ${rest.slice(0, 20).split('\n')[0]}`;
    rest = rest.slice(taken.length);
    if (comment) continue;
    if (end) {
      if (open.pop() !== end[1]) return `ends <${end[1]}> where it did not begin`;
    } else if (tag) {
      const [, name = '', attributes = '', empty] = tag;
      elements += 1;
      if (elements === 1 ? name !== 'svg' : open.length === 0) return 'is not one <svg> element';
      const wrong = ELEMENTS.has(name) ? wrongAttribute(attributes, open) : `has <${name}>`;
      if (wrong) return wrong;
      if (!empty) open.push(name);
      if (elements > MOST_ELEMENTS || open.length > DEEPEST) return 'has too many elements';
    } else if (open.length === 0 && taken.trim() !== '') {
      return 'has text outside of the drawing';
    } else if (taken.includes(']]>')) {
      return 'has ]]> in its text';
    } else if (open.at(-1) === 'style' && !isPlainStyle(plain(taken))) {
      return 'has a style that does more than colour a drawing';
    }
  }
  if (elements === 0) return 'is not one <svg> element';
  return open.length > 0 ? `does not end <${open.at(-1)}>` : undefined;
}

function wrongAttribute(attributes: string, open: readonly string[]): string | undefined {
  const isThrough = open.some((name) => name === 'mask' || name === 'clipPath');
  const seen = new Set<string>();
  for (const [, name = '', inDouble, inSingle] of attributes.matchAll(ATTRIBUTE)) {
    const value = plain(inDouble ?? inSingle ?? '');
    if (seen.has(name)) return `has the attribute ${name} twice`;
    seen.add(name);
    if (Object.hasOwn(NAMESPACES, name)) {
      if (value !== NAMESPACES[name]) return `has another namespace: ${value.slice(0, 60)}`;
    } else if (!ATTRIBUTES.has(name)) {
      return `has the attribute ${name}`;
    } else if (name === 'style' ? !isPlainStyle(value) : !WORDS.has(name) && !isPlainValue(value)) {
      return `has the attribute ${name} with a value that leads elsewhere`;
    } else if (isThrough && THROUGH_ANOTHER.has(name)) {
      return `has the attribute ${name} inside of another ${open.at(-1)}`;
    }
  }
  // A browser draws nothing else.
  return open.length > 0 || seen.has('xmlns') ? undefined : `has no xmlns="${NAMESPACES.xmlns}"`;
}

/** The same as a browser reads it: without references to characters. */
function plain(text: string): string {
  const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (_, decimal, hex, name) =>
    name ? (NAMED[name] ?? '') : String.fromCodePoint(codeOf(decimal, hex)),
  );
}

function codeOf(decimal?: string, hex = ''): number {
  return decimal ? Number(decimal) : Number.parseInt(hex, 16);
}

function isNoCharacter([, decimal, hex]: RegExpMatchArray): boolean {
  const code = codeOf(decimal, hex);
  return code > 0x10ffff || NO_CHARACTER.test(String.fromCodePoint(code));
}

function isPlainValue(value: string): boolean {
  const rest = value.replace(OWN_PART, '');
  return !/[\\<>]|:\/\/|script\s*:|\bdata:/i.test(rest) && callsOnly(rest);
}

/** Rules and declarations of colours and lines: no imports, no escapes, no comments to hide something in. */
function isPlainStyle(css: string): boolean {
  const rest = css.replace(/\b(fill|stroke)\s*:\s*url\(\s*(["']?)#[\w.-]+\2\s*\)/g, '$1:none');
  return /^[\w\s.,:;{}#%()'"+*>-]*$/.test(rest) && callsOnly(rest);
}

function callsOnly(value: string): boolean {
  return [...value.matchAll(/([\w-]*)\s*\(/g)].every(([, name = '']) => FUNCTIONS.has(name));
}
