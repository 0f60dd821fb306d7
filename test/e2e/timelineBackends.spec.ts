/** Both backends draw the same pixels; the overlay with its antialiased text and curves is left out. */
import { expect, test } from '@playwright/test';
import { compare, expectSamePixels, openBackend, picture, places } from './support/backends';
import { type ServedPage, serveHarnessPage } from './support/harnessPage';

let served: ServedPage;

test.beforeAll(async () => {
  served = await serveHarnessPage('timeline');
});

test.afterAll(async () => {
  await served.stop();
});

test('pixi and raster agree pixel for pixel', ({ browser }) => {
  const those = places.filter(({ name }) => ['a tenth, scrolled', 'a hundredth', 'a folded rank'].includes(name));
  return expectSamePixels(served, browser, 1, 'light', those);
});

for (const others of ['greyed', 'hidden'] as const)
  test(`what is not found is ${others} by both alike`, { tag: '@full' }, async ({ browser }) => {
    const place = places[1];
    const pages = await Promise.all(
      (['pixi', 'raster'] as const).map((backend) => openBackend(served, browser, backend, 1, 'light')),
    );
    const pictures: Buffer[] = [];
    for (const page of pages) {
      const plain = await picture(page, place);
      await page.evaluate((wanted) => window.testSearch?.(wanted), others);
      const searched = await picture(page, place);
      expect((await compare(page, plain, searched)).different).toBeGreaterThan(10_000);
      pictures.push(searched);
    }
    expect((await compare(pages[0], pictures[0], pictures[1])).different).toBe(0);
    for (const page of pages) await page.context().close();
  });

test('a lost WebGL context is replaced by the pixel buffer', async ({ browser }) => {
  const page = await openBackend(served, browser, 'pixi', 1.5, 'dark');
  const place = places[1];
  const before = await picture(page, place);
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.timeline-base');
    canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await page.waitForFunction(() => window.__tracelane?.probe().backend === 'raster');
  const { different } = await compare(page, before, await picture(page, place));
  expect(different).toBe(0);
  await page.context().close();
});

test('leaves nothing behind when it is taken out of the page', async ({ browser }) => {
  const page = await openBackend(served, browser, 'raster', 1, 'light');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.evaluate(() => window.unmountTimeline?.());
  await page.keyboard.down('KeyW');
  await page.mouse.move(500, 300);
  await page.evaluate(() => window.testSession?.actions.setView({ startNs: 0, endNs: 1000 }));
  await page.waitForTimeout(100);
  await page.keyboard.up('KeyW');
  const left = await page.evaluate(() => ({
    canvases: document.querySelectorAll('canvas').length,
    isMeasured: '__tracelane' in window,
    view: window.testSession?.store.getState().view,
  }));
  expect(left).toEqual({ canvases: 0, isMeasured: false, view: { startNs: 0, endNs: 1000 } });
  expect(errors).toEqual([]);
  await page.context().close();
});
