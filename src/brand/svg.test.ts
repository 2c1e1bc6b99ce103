/** An accepted SVG logo cannot run scripts, load resources or overload the renderer. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { wrongWithSvg } from './svg.ts';

const SVG = 'http://www.w3.org/2000/svg';
const NS = `xmlns="${SVG}"`;
const svg = (inside: string, attributes = '') => `<svg ${NS} ${attributes}>${inside}</svg>`;
const wrong = (text: string | Buffer) => wrongWithSvg(Buffer.from(text as string));

suite('an SVG is taken as a logo', () => {
  const TAKEN: Readonly<Record<string, string>> = {
    'a drawing': svg('<path d="M0 0h10v10z" fill="#0b6b66"/>', 'viewBox="0 0 10 10"'),
    'with a declaration, a comment and a title':
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n' +
      svg('<title>Acme (Taiwan) &amp; Co</title>'),
    'with a gradient, as programs write it': svg(
      '<defs><linearGradient id="a" x1="0"><stop offset="0" stop-color="rgb(1,2,3)"/></linearGradient>' +
        '<style>.cls-1{fill:url(#a);stroke:#fff}</style></defs><rect class="cls-1" width="1" height="1" clip-path="url(#b)"/>',
      'xmlns:xlink="http://www.w3.org/1999/xlink" id="Layer_1" data-name="Layer (1)"',
    ),
    'with words that only look like a script': svg(
      '<g id="description" data-name="a"/><text id="metadata:1" font-family="Segoe Script">Script: [[1]] &gt; &#9731;</text>',
    ),
    'with a mask that some parts use': svg(
      `<mask id="a">${'<rect/>'.repeat(100)}</mask>${'<g mask="url(#a)"/>'.repeat(100)}`,
    ),
    'with a mask of a long path that a few parts use': svg(
      `<mask id="a"><path d="${'M0 0h9v9z'.repeat(2000)}"/></mask>${'<g mask="url(#a)"/>'.repeat(10)}`,
    ),
    'with a byte order mark': `\ufeff${svg('<g transform="translate(1 2) rotate(45)"/>')}`,
  };
  for (const [name, text] of Object.entries(TAKEN)) test(name, () => assert.equal(wrong(text), undefined));
});

suite('an SVG is refused', () => {
  const REFUSED: Readonly<Record<string, string | Buffer>> = {
    'with a script': svg('<script>alert(1)</script>'),
    'with a script of a prefix': svg(`<svg:script xmlns:svg="${SVG}">alert(1)</svg:script>`),
    'with a script in capitals': svg('<SCRIPT>alert(1)</SCRIPT>'),
    'with a handler': svg('<rect onload="alert(1)"/>'),
    'with a handler in single quotes over lines': svg("<g\n\tonclick\n=\n'alert(1)'/>"),
    'with a link': svg('<a href="https://example.com/">x</a>'),
    'with a use of its own': svg('<g id="a"/><use href="#a"/>'),
    'with a picture': svg('<image href="data:image/png;base64,AAAA"/>'),
    'with a page inside': svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    'of another namespace': '<svg xmlns="http://www.w3.org/1999/xhtml"/>',
    'with an animation': svg('<set attributeName="href" to="javascript:alert(1)"/>'),
    'with a filter': svg('<filter id="f"><feImage href="https://example.com/x"/></filter>'),
    'with an import in a style': svg('<style>@import url(https://example.com/x.css);</style>'),
    'with an address in a style': svg('<style>rect{fill:url(https://example.com/x#a)}</style>'),
    'with an address behind an escape': svg('<style>rect{fill:u\\72l(//example.com/x)}</style>'),
    'with an address in a comment of a style': svg('<style>rect{fill:/**/url(//example.com/x)}</style>'),
    'with a font from elsewhere': svg('<style>@font-face{font-family:a;src:url(//example.com/f)}</style>'),
    'with an address in a style attribute': svg('<rect style="background:url(//example.com/x)"/>'),
    'with an address in a fill': svg('<rect fill="url(https://example.com/x#a)"/>'),
    'with an address as references': svg('<rect fill="&#117;rl(//example.com/x)"/>'),
    'with a set of pictures': svg('<rect style="mask:image-set(\'//example.com/x\' 1x)"/>'),
    'with CDATA': svg('<style><![CDATA[@import "//example.com/x";]]></style>'),
    'with an entity': `<!DOCTYPE svg [<!ENTITY a "<script>alert(1)</script>">]>${svg('&a;')}`,
    'with a document type': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('')}`,
    'with an entity and no document type': svg('<text>&lol;</text>'),
    'with a style sheet': `<?xml-stylesheet href="https://example.com/x.css"?>${svg('')}`,
    'with an instruction inside': svg('<?php echo 1 ?>'),
    'of another base': svg('', 'xml:base="https://example.com/"'),
    'in UTF-16': Buffer.from(`\ufeff${svg('<script/>')}`, 'utf16le'),
    'in UTF-7, as it says': `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`,
    'that is no UTF-8': Buffer.from([...Buffer.from('<svg>'), 0xff, ...Buffer.from('</svg>')]),
    'with a byte of zero': svg('<g\0/>'),
    'with a reference to no character': svg('<text>&#0;</text>'),
    'with a reference to half a character': svg('<text>&#xD800;</text>'),
    'with the end of CDATA in its text': svg('<text>]]></text>'),
    'without a namespace': '<svg viewBox="0 0 1 1"><g/></svg>',
    'with a namespace only inside': `<svg><g ${NS}/></svg>`,
    'with an attribute of the name of a method': svg('<g toString="a"/>'),
    'with an address that is a script': svg('<g fill="javascript:alert(1)"/>'),
    'with two roots': svg('') + svg('<script/>'),
    'that is HTML': '<!doctype html><svg></svg>',
    'that does not end': `<svg ${NS}><g>`,
    'that ends what it did not begin': `<svg ${NS}></g></svg>`,
    'with words after it': `${svg('')}<!-- a --> words`,
    'with an attribute twice': svg('<rect fill="#fff" fill="#000"/>'),
    'with an attribute without quotes': svg('<rect fill=red/>'),
    'that draws through what is drawn through another': svg(
      '<mask id="a"><rect mask="url(#b)"/></mask><mask id="b"><rect mask="url(#a)"/></mask>',
    ),
    'of very many elements': svg('<g/>'.repeat(6000)),
    'of very many levels': svg('<g>'.repeat(80) + '</g>'.repeat(80)),
    'with an address behind white space that CSS does not know': svg('<rect fill="url(\u00a0#a)"/>'),
    'with white space between attributes that XML does not know': svg('<rect\u00a0fill="#fff"/>'),
    'with such white space before the drawing': `\u00a0${svg('')}`,
    'with a declaration after white space': `\n<?xml version="1.0"?>${svg('')}`,
    'with a comment that ends at once in HTML': svg('<!--><script>alert(1)</script>-->'),
    'with a mask of much that is used often': svg(
      `<mask id="a">${'<rect/>'.repeat(2000)}</mask>${'<rect mask="url(#a)"/>'.repeat(2500)}`,
    ),
    'with a clip path of much that is used often before it': svg(
      `${"<rect\nclip-path='url(#a)'/>".repeat(2500)}<clipPath id="a">${'<rect/>'.repeat(2000)}</clipPath>`,
    ),
    'with a mask of one long path that is used often': svg(
      `<mask id="a"><path d="${'M0 0h9v9z'.repeat(2000)}"/></mask>${'<rect mask="url(#a)"/>'.repeat(2500)}`,
    ),
    'that is empty': '',
  };
  for (const [name, text] of Object.entries(REFUSED)) {
    test(name, () => assert.equal(typeof wrong(text), 'string'));
  }

  // A check that took longer with every character more would not end here.
  test('or taken before anybody has to wait, whatever it repeats', () => {
    for (const piece of [
      '<',
      ' a="',
      '<g ',
      '<g a="',
      'a="b" ',
      '<!--',
      '&#',
      '</',
      'url(',
      '((',
      '\n',
      "'",
    ]) {
      for (const around of [svg, (text: string) => svg(`<g ${text}/>`), (text: string) => svg('', text)])
        wrong(around(piece.repeat(Math.floor(250_000 / piece.length))));
    }
  });
});
