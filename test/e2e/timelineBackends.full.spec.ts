/** Both backends draw the same pixels everywhere, also where a pixel of the page is one and a half of the device, in the dark. */
import { test } from '@playwright/test';
import { expectSamePixels } from './support/backends';
import { type ServedPage, serveHarnessPage } from './support/harnessPage';

let served: ServedPage;

test.beforeAll(async () => {
  served = await serveHarnessPage('timeline');
});

test.afterAll(async () => {
  await served.stop();
});

test('pixi and raster agree pixel for pixel at every place', ({ browser }) =>
  expectSamePixels(served, browser, 1, 'light'));

test('pixi and raster agree pixel for pixel at 1.5 device pixels', ({ browser }) =>
  expectSamePixels(served, browser, 1.5, 'dark'));
