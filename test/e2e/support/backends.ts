/** Pictures of the timeline on its harness page, drawn by one backend or the other. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { ServedPage } from './harnessPage';

export interface Place {
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly scrollPx: number;
  readonly foldedRanks?: readonly number[];
}

export const places: readonly Place[] = [
  { name: 'everything', startNs: -2e7, endNs: 2.02e9, scrollPx: 0 },
  { name: 'a tenth, scrolled', startNs: 4.3e8, endNs: 6.3e8, scrollPx: 333 },
  { name: 'a hundredth', startNs: 1.0001e9, endNs: 1.0201e9, scrollPx: 0 },
  { name: 'a millionth', startNs: 1.00012345e9, endNs: 1.00012345e9 + 2000, scrollPx: 57 },
  { name: 'ten ns', startNs: 500_000_001, endNs: 500_000_011, scrollPx: 0 },
  { name: 'a folded rank', startNs: 1e8, endNs: 1.5e9, scrollPx: 0, foldedRanks: [0] },
];

/** The page in a context of its own, settled. */
export async function openBackend(
  served: ServedPage,
  browser: Browser,
  backend: 'pixi' | 'raster',
  pixelRatio: number,
  theme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1203, height: 701 },
    deviceScaleFactor: pixelRatio,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    // Text, ruler and curves stand over the rectangles, with WebGL on a canvas of their own: they are left out by both.
    const { prototype } = CanvasRenderingContext2D;
    for (const draw of ['fillRect', 'fillText', 'strokeRect', 'fill', 'stroke'] as const)
      prototype[draw] = () => undefined;
  });
  await page.goto(`${served.address}?measure&backend=${backend}&theme=${theme}&slices=60000`);
  await page.addStyleTag({ content: '.timeline-tooltip { visibility: hidden; }' });
  await settled(page);
  expect(await page.evaluate(() => window.__tracelane?.probe().backend)).toBe(backend);
  return page;
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const probe = window.__tracelane?.probe();
    return probe?.isSettled === true && probe.backend !== undefined;
  });
}

/** Goes to the place, and waits until all of it is drawn. */
export async function picture(page: Page, place: Place): Promise<Buffer> {
  await page.evaluate(({ startNs, endNs, foldedRanks }) => {
    const session = window.testSession;
    session?.store.setState({ foldedRanks: new Set(foldedRanks ?? []) });
    session?.actions.setView({ startNs, endNs });
  }, place);
  await page.mouse.move(600, 400);
  // More than any list: back to the top, then down to the place.
  await page.mouse.wheel(0, -20_000);
  await page.waitForFunction(() => window.__tracelane?.probe().scrollTop === 0);
  await settled(page);
  if (place.scrollPx > 0) {
    await page.mouse.wheel(0, place.scrollPx);
    await page.waitForFunction(() => (window.__tracelane?.probe().scrollTop ?? 0) > 0);
  }
  // The answer may come within the frame that is being drawn.
  await page.waitForTimeout(60);
  await settled(page);
  // Whole device pixels: of one that the page's lower edge cuts, what the compositor shows is its own.
  const clip = await page.locator('#timeline-area').evaluate((area) => {
    const { x, y, width, height } = area.getBoundingClientRect();
    const whole = (length: number) => Math.floor(length * devicePixelRatio) / devicePixelRatio;
    const top = window.__tracelane?.probe().rulerHeight ?? 0;
    return { x, y: y + top, width: whole(width), height: whole(height - top) };
  });
  return page.screenshot({ clip });
}

/** Pixels that differ between two PNGs, and how many there are. */
export async function compare(page: Page, one: Buffer, other: Buffer) {
  return page.evaluate(
    async ([first, second]) => {
      const pixels = async (base64: string): Promise<Uint32Array> => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(bitmap, 0, 0);
        return new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
      };
      const [a, b] = [await pixels(first), await pixels(second)];
      const colours = new Set(a).size;
      let different = Math.abs(a.length - b.length);
      for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) different++;
      return { different, total: a.length, colours };
    },
    [one.toString('base64'), other.toString('base64')] as const,
  );
}

/** Both backends draw the same pixels at each of the places. */
export async function expectSamePixels(
  served: ServedPage,
  browser: Browser,
  pixelRatio: number,
  theme: 'light' | 'dark',
  those: readonly Place[] = places,
): Promise<void> {
  const pixi = await openBackend(served, browser, 'pixi', pixelRatio, theme);
  const raster = await openBackend(served, browser, 'raster', pixelRatio, theme);
  for (const place of those) {
    const drawn = [await picture(pixi, place), await picture(raster, place)] as const;
    const { different, total, colours } = await compare(raster, drawn[0], drawn[1]);
    expect(total).toBeGreaterThan(500_000);
    expect(colours, `${place.name}: there is something to compare`).toBeGreaterThan(5);
    expect(different, `${place.name}: pixels that differ of ${total}`).toBe(0);
  }
  await pixi.context().close();
  await raster.context().close();
}
