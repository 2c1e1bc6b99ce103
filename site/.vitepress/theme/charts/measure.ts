let canvas: CanvasRenderingContext2D | undefined;

/** How wide a text is drawn at 12 pixels in the fonts of the page. */
export function measureIn(fontFamily: string): (text: string) => number {
  canvas ??= document.createElement('canvas').getContext('2d') ?? undefined;
  return (text) => {
    if (!canvas) return text.length * 7;
    canvas.font = `12px ${fontFamily}`;
    return canvas.measureText(text).width;
  };
}
