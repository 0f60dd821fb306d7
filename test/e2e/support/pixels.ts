import type { Page } from '@playwright/test';

/** 0xRRGGBB of places of the page (CSS pixels, at one device pixel each). */
export async function pixelsAt(
  page: Page,
  places: readonly { readonly x: number; readonly y: number }[],
): Promise<readonly number[]> {
  const [columns, rows] = [places.map(({ x }) => Math.floor(x)), places.map(({ y }) => Math.floor(y))];
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  // A picture of the whole page takes longer to encode and to decode than all else that its test does.
  const clip = { x: left, y: top, width: Math.max(...columns) - left + 1, height: Math.max(...rows) - top + 1 };
  const image = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(
    async ({ base64, spots }) => {
      const context = await window.decodePicture(base64);
      return spots.map(({ x, y }) => {
        const [red, green, blue] = context.getImageData(x, y, 1, 1).data;
        return red * 65_536 + green * 256 + blue;
      });
    },
    { base64: image, spots: columns.map((x, i) => ({ x: x - left, y: rows[i] - top })) },
  );
}

/** Pixels that differ between two screenshots of the same size. */
export async function differentPixels(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async ([first, second]) => {
      const pixels = async (base64: string): Promise<Uint32Array> => {
        const context = await window.decodePicture(base64);
        const { width, height } = context.canvas;
        return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      };
      const [a, b] = [await pixels(first), await pixels(second)];
      let different = Math.abs(a.length - b.length);
      for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) different++;
      return different;
    },
    [one.toString('base64'), other.toString('base64')] as const,
  );
}

declare global {
  interface Window {
    decodePicture(base64: string): Promise<OffscreenCanvasRenderingContext2D>;
  }
}

/** Gives the page what the functions above need; call it once per page. */
export async function preparePixels(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.decodePicture = async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0);
      return context;
    };
  });
}
