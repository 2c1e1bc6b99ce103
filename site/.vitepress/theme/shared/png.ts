import type { Palette } from './palette.ts';
import type { Look, Picture } from './picture.ts';

const WIDTH = 1000;
const HEAD = 72;
const EDGE = 24;

export interface Caption {
  readonly title: string;
  readonly subtitle: string;
}

/** A chart as an image with its title, drawn apart from the page so that it is as large on a phone. */
export async function toPng(
  draw: (look: Look) => Picture,
  palette: Palette,
  caption: Caption,
): Promise<Blob> {
  const { init } = await import('./echarts.ts');
  const { option, height } = draw({ palette, width: WIDTH - 2 * EDGE });
  const canvas = document.createElement('canvas');
  const chart = init(canvas, null, {
    renderer: 'canvas',
    width: WIDTH,
    height: height + HEAD + EDGE,
    devicePixelRatio: 2,
  });
  try {
    const grid = option.grid as { left: number; right: number; top: number; bottom: number };
    const fontFamily = getComputedStyle(document.body).fontFamily;
    chart.setOption({
      ...option,
      backgroundColor: palette.ground,
      textStyle: { fontFamily },
      grid: {
        ...grid,
        left: grid.left + EDGE,
        right: grid.right + EDGE,
        top: grid.top + HEAD,
        bottom: grid.bottom + EDGE,
      },
      title: {
        text: caption.title,
        subtext: caption.subtitle,
        left: EDGE,
        top: EDGE - 4,
        itemGap: 6,
        textStyle: { color: palette.text, fontSize: 18, fontWeight: 600, fontFamily },
        subtextStyle: { color: palette.quiet, fontSize: 13, fontFamily },
      },
    });
    chart.getZr().flush();
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
    });
  } finally {
    chart.dispose();
  }
}
