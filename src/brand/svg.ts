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

/** White space of XML and CSS. JavaScript's `\s` has more, which browsers read as part of a name. */
const SPACE = '[ \\t\\r\\n]';

/** Functions that values and styles may call; of `url`, only a part of the same file. */
const FUNCTIONS = new Set('rgb rgba hsl hsla matrix translate scale rotate skewX skewY'.split(' '));
const OWN_PART = new RegExp(`url\\(${SPACE}*(["']?)#[\\w.-]+\\1${SPACE}*\\)`, 'g');
const OWN_PAINT = new RegExp(
  `\\b(fill|stroke)${SPACE}*:${SPACE}*url\\(${SPACE}*(["']?)#[\\w.-]+\\2${SPACE}*\\)`,
  'g',
);
/** What is drawn through another part would draw itself again and again, were it to name others in turn. */
const THROUGH_ANOTHER = new Set(['clip-path', 'mask']);
const USES_ANOTHER = /[ \t\r\n](?:clip-path|mask)[ \t\r\n]*=/;

const DECLARATION = /^<\?xml +version="1\.0"(?: +encoding="utf-8")?(?: +standalone="(?:yes|no)")? *\?>/i;
/** Without < and >, so that it is a comment in HTML too. */
const COMMENT = /^<!--(?:(?!--)[^<>])*-->/;
const NAME = '[A-Za-z][\\w.:-]*';
const TAG = new RegExp(
  `^<(${NAME})((?:${SPACE}+${NAME}${SPACE}*=${SPACE}*(?:"[^"<]*"|'[^'<]*'))*)${SPACE}*(/?)>`,
);
const ATTRIBUTE = new RegExp(`(${NAME})${SPACE}*=${SPACE}*(?:"([^"]*)"|'([^']*)')`, 'g');
const END = new RegExp(`^</(${NAME})${SPACE}*>`);
/** Entities of other names would be the file's own. */
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
const NUMBERED = /&#(?:(\d+)|x([0-9a-fA-F]+));/g;
const NO_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const MOST_ELEMENTS = 5000;
const DEEPEST = 50;
/**
 * Uses of masks and clip paths, times the shapes in them: a browser draws all of these for each use. Five million held
 * Chromium for more than 20 seconds.
 */
const MAX_MASKED = 50_000;
/** The fewest characters of a path or a text that count as a shape: one element may draw thousands of them. */
const SHAPE_LENGTH = 10;

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
  let uses = 0;
  let drawnThrough = 0;
  let rest = text;
  while (rest !== '') {
    const comment = COMMENT.exec(rest);
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
      if (isThroughAnother(open)) drawnThrough += 1 + attributes.length / SHAPE_LENGTH;
      else if (USES_ANOTHER.test(attributes)) uses += 1;
      if (!empty) open.push(name);
      if (elements > MOST_ELEMENTS || open.length > DEEPEST) return 'has too many elements';
    } else if (open.length === 0 && /[^ \t\r\n]/.test(taken)) {
      return 'has text outside of the drawing';
    } else if (taken.includes(']]>')) {
      return 'has ]]> in its text';
    } else if (open.at(-1) === 'style' && !isPlainStyle(plain(taken))) {
      return 'has a style that does more than colour a drawing';
    } else if (isThroughAnother(open)) {
      drawnThrough += taken.length / SHAPE_LENGTH;
    }
    if (uses * drawnThrough > MAX_MASKED) return 'draws too much through masks and clip paths';
  }
  if (elements === 0) return 'is not one <svg> element';
  return open.length > 0 ? `does not end <${open.at(-1)}>` : undefined;
}

function wrongAttribute(attributes: string, open: readonly string[]): string | undefined {
  const isThrough = isThroughAnother(open);
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

function isThroughAnother(open: readonly string[]): boolean {
  return open.some((name) => name === 'mask' || name === 'clipPath');
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
  const rest = css.replace(OWN_PAINT, '$1:none');
  return /^[\w \t\r\n.,:;{}#%()'"+*>-]*$/.test(rest) && callsOnly(rest);
}

function callsOnly(value: string): boolean {
  return [...value.matchAll(/([\w-]*)\s*\(/g)].every(([, name = '']) => FUNCTIONS.has(name));
}
