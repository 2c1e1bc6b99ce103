/** Axis labels do not overlap, figures are not cut off, and names from the data are escaped in the SVG. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '../../../../src/lib/calendar.ts';
import { barsPicture } from './bars.ts';
import { columnsPicture } from './columns.ts';
import { type Lines, linesPicture } from './lines.ts';
import { measureRoughly } from './measure.ts';
import { PALETTE } from './palette.ts';
import { type Picture, type Shape, toSvg } from './picture.ts';
import { captionOf } from './png.ts';
import { monthTicks, valueTicks } from './scale.ts';

const day = (text: string) => parseDay(text) ?? Number.NaN;
const look = { palette: PALETTE, width: 360, measure: (text: string) => text.length * 7, id: 'a' };

test('an axis begins at zero, has round steps and reaches the highest value', () => {
  for (const highest of [0.4, 1, 7, 99, 100, 12_345, 9_999_999]) {
    const ticks = valueTicks(highest);
    assert.equal(ticks[0], 0);
    assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length <= 6, String(ticks));
  }
});

test('months stand at their first days, none twice, and January whatever is left out', () => {
  const ticks = monthTicks(day('2024-12-02'), day('2026-06-07'), 8);
  const names = ticks.map(({ year, month }) => `${year}-${month}`);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes('2025-1') && names.includes('2026-1'));
  assert.ok(ticks.length <= 8);
  for (const { day: at, year, month } of ticks) {
    assert.equal(at, day(`${year}-${String(month).padStart(2, '0')}-01`));
  }
});

test('no month covers another, however long its name', () => {
  const weeks = Array.from({ length: 79 }, (_, week) => {
    const start = day('2024-12-02') + 7 * week;
    return { start, end: start + 6, value: week };
  });
  const { shapes } = linesPicture(
    {
      lines: [{ name: '', tone: 'main', points: weeks }],
      label: '',
      axis: String,
      tick: (year, month) => (month === 1 ? `January of the year ${year}` : `${month}`),
      dayTick: String,
      tell: () => ({ title: '', rows: [] }),
    },
    { ...look, width: 900 },
  );
  const months = shapes.filter(({ attributes }) => attributes.class === 'month').map(boxOf);
  assert.ok(months.length >= 5, `${months.length} months`);
  for (const [index, [left]] of months.entries()) {
    assert.ok(index === 0 || left >= (months[index - 1]?.[1] ?? 0));
  }
});

/** So many lines of the same weeks. */
function linesAt(width: number, count: number, more: Partial<Lines> = {}) {
  const points = [0, 7, 14].map((start) => ({ start, end: start + 6, value: start }));
  const lines = Array.from({ length: count }, (_, nth) => ({
    ...{ name: `Line ${nth}`, tone: nth === 0 ? ('main' as const) : ('other' as const), points },
  }));
  const tell = () => ({ title: '', rows: [] });
  const texts = { label: '', axis: String, tick: String, dayTick: String };
  return linesPicture({ lines, ...texts, tell, ...more }, { ...look, width });
}

test('of a few weeks, each is named by its first day', () => {
  const points = [day('2026-05-18'), day('2026-05-25')].map((start) => ({ start, end: start + 6, value: 1 }));
  for (const few of [points, points.slice(1)]) {
    const { shapes } = linesAt(900, 1, { lines: [{ name: '', tone: 'main', points: few }] });
    const named = shapes.filter(({ attributes }) => attributes.class === 'month').map(({ text }) => text);
    assert.deepEqual(named, ['2026-05-18', '2026-05-25'].slice(-few.length));
  }
});

test('one line is filled down to zero; several are not, nor is an index', () => {
  const areas = ({ shapes }: Picture) =>
    shapes.filter(({ attributes }) => attributes.class === 'area').length;
  assert.equal(areas(linesAt(900, 1)), 1);
  assert.equal(areas(linesAt(900, 1, { isIndex: true })), 0);
  assert.equal(areas(linesAt(900, 2)), 0);
});

test('names above the lines take no room from them', () => {
  const room = ({ shapes, height }: Picture) => {
    const ys = shapes.flatMap(({ attributes: { class: kind, d } }) =>
      kind === 'line is-main' ? [...String(d).matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y)) : [],
    );
    return { lines: Math.max(...ys) - Math.min(...ys), below: height - Math.max(...ys) };
  };
  assert.deepEqual(room(linesAt(360, 5)), room(linesAt(360, 1)));
});

test('of a small chart, at least two thirds are for its line', () => {
  for (const highest of [101, 151, 201, 270, 301, 401, 510, 610, 760]) {
    const { shapes } = linesAt(300, 1, { isSmall: true, highest });
    const labels = shapes
      .filter(({ attributes }) => attributes['text-anchor'] === 'end')
      .map(({ text }) => text);
    assert.ok(highest / Number(labels.at(-1)) >= 2 / 3, `${highest}: ${labels}`);
  }
});

function boxOf({ attributes, text = '' }: Shape): [number, number] {
  const width = look.measure(text);
  const x = Number(attributes.x);
  const anchor = attributes['text-anchor'];
  const before = anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0;
  return [x - before, x - before + width];
}

test('the last day is named, and no day covers another or is cut off', () => {
  for (const count of [1, 7, 30, 90]) {
    const columns = Array.from({ length: count }, (_, index) => ({
      day: `day ${index}`,
      values: [1],
      tip: { title: '', rows: [] },
    }));
    const { shapes } = columnsPicture(
      { parts: ['a'], columns, label: '', axis: String, tick: (text) => text },
      look,
    );
    const days = shapes.filter(({ text }) => text?.startsWith('day'));
    assert.equal(days.at(-1)?.text, `day ${count - 1}`);
    const boxes = days.map(boxOf);
    for (const [index, [left, right]] of boxes.entries()) {
      assert.ok(left >= (boxes[index - 1]?.[1] ?? 0) && right <= look.width, `${count} days: ${boxes}`);
    }
  }
});

test('no figure at the end of a bar is cut off, whatever the values', () => {
  for (const values of [
    [100, 100],
    [100, -100, 3],
    [-40, -2],
    [1000, 0],
  ]) {
    const bars = values.map((value, index) => ({
      name: `Name ${index}`,
      value,
      label: `${value > 0 ? '+' : ''}${value.toFixed(1)}%`,
      tip: { title: '', rows: [] },
    }));
    const { shapes } = barsPicture({ bars, label: '' }, look);
    for (const figure of shapes.filter(({ attributes }) => attributes.class === 'figure')) {
      const [left, right] = boxOf(figure);
      assert.ok(left >= 0 && right <= look.width, `${figure.text} from ${left} to ${right}`);
    }
  }
});

test('among text a picture is as high at any width, and nothing of its names is lost where two lines hold it', () => {
  const names = ['Phone & PC Accessories', 'Tea', '手機'];
  const bars = names.map((name) => ({
    name,
    value: 1,
    label: '1',
    tip: { title: '', rows: [] },
    leadsTo: name,
  }));
  const pictures = [220, 360, 900].map((width) =>
    barsPicture({ bars, label: '' }, { ...look, width, still: { height: 180 } }),
  );
  assert.equal(new Set(pictures.map(({ height }) => height)).size, 1);
  for (const { shapes, stops } of pictures.slice(1)) {
    const written = shapes.filter(({ attributes }) => attributes.class === 'name').map((one) => one.text);
    assert.equal(written.join('').replaceAll(' ', ''), names.join('').replaceAll(' ', ''));
    assert.ok(
      stops.every(({ leadsTo }) => leadsTo === undefined),
      'a page of text leads nowhere by its bars',
    );
  }
});

test('the title of an image is all there, in as many lines as it needs', () => {
  const measure = (content: string) => measureRoughly(content) * 1.1;
  for (const content of [
    'Amount per week of Home & Living, NT$, 5 Mar – 20 May 2026 compared with 18 Dec 2025 – 4 Mar 2026, and more',
    '居家生活的每週交易金額（NT$），2026/03/05–2026/05/20，與 2025/12/18–2026/03/04 相比，另加幾個字才會超過一行的寬度',
    'Short',
    '',
  ]) {
    const title = { content, size: 18, weight: 600, fill: '', measure };
    const { shapes, height } = captionOf([title, { ...title, content: 'Below', size: 13 }]);
    const lines = shapes.map(({ text = '' }) => text);
    assert.equal(lines.slice(0, -1).join('').replaceAll(' ', ''), content.replaceAll(' ', ''));
    const [widest, places] = [
      lines.map((line) => measure(line) * 1.5),
      shapes.map((one) => Number(one.attributes.y)),
    ];
    assert.ok(Math.max(...widest) <= 944, `${lines.join(' | ')}`);
    assert.ok(
      places.every((y, nth) => y < height - 20 && y - (places[nth - 1] ?? 0) >= 17),
      String(places),
    );
    assert.ok(lines.every((line) => !/^[，。、）]/u.test(line)));
  }
});

test('a name from the data is never taken for markup', () => {
  const bars = [{ name: '<b onload="x">&', value: 1, label: '1', tip: { title: '', rows: [] } }];
  const svg = toSvg(barsPicture({ bars, label: '' }, look).shapes, { width: 1, height: 1 }, 'a"b');
  assert.match(svg, /&lt;b onload=&quot;x&quot;&gt;&amp;/);
  assert.doesNotMatch(svg, /<b /);
});
