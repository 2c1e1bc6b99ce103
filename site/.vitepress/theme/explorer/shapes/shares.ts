import { barsPicture } from '../../charts/bars.ts';
import type { Look, Picture } from '../../charts/picture.ts';
import type { Drawn } from '../panel.ts';

interface Share {
  readonly name: string;
  readonly of?: string;
  readonly title?: string;
  readonly count: number;
  /** Where there is none, bars are labelled by what they count. */
  readonly share?: string;
  readonly value: number;
  readonly leadsTo?: string;
}

/** Parts of a whole, each a bar. `what`: what is counted; `base`: what of, in sentences. */
export function sharesPicture(
  items: readonly Share[],
  what: string,
  { locale, title, count = items.length }: Drawn,
  look: Look,
  base = '',
): Picture {
  const { words, format } = locale;
  const first = items[0];
  const figure = ({ share, count }: Share) => share ?? format.count(count);
  return barsPicture(
    {
      label: first
        ? words.sentences([words.chart.bars(title, first.name, figure(first), count), base].filter(Boolean))
        : title,
      note: base,
      bars: items.map((item) => ({
        name: item.name,
        of: item.of,
        leadsTo: item.leadsTo,
        value: item.value,
        label: figure(item),
        tip: {
          title: item.title ?? item.name,
          rows: [
            [what, format.count(item.count)],
            ...(item.share === undefined ? [] : [[words.columns.share, item.share] as const]),
          ],
        },
      })),
    },
    look,
  );
}
