let canvas: CanvasRenderingContext2D | undefined;

/** How wide a text is drawn at 12 pixels in the fonts of the page. */
export function measureIn(fontFamily: string, weight = 400): (text: string) => number {
  canvas ??= document.createElement('canvas').getContext('2d') ?? undefined;
  return (text) => {
    if (!canvas) return measureRoughly(text);
    canvas.font = `${weight} 12px ${fontFamily}`;
    return canvas.measureText(text).width;
  };
}

/** The same where there is no page yet: a Chinese character is a square. */
export function measureRoughly(text: string): number {
  const squares = text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0;
  return squares * 12 + (text.length - squares) * 6.6;
}
