import { expect, test } from '../support/test';

test('the window has no Node, and reaches the host through the bridge alone', async ({ app }) => {
  const globals = await app.page.evaluate(() => ({
    hasRequire: 'require' in globalThis,
    hasProcess: 'process' in globalThis,
    bridge: Object.keys(window.tracelaneBridge ?? {}).sort(),
  }));
  expect(globals).toEqual({
    hasRequire: false,
    hasProcess: false,
    bridge: ['connect', 'onMenuCommand', 'onOpenPaths', 'pathOfFile', 'pickPaths', 'setLanguage'],
  });
});
