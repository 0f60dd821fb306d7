/** `node scripts/pictures.mjs`, after a build: makes the pictures in docs/images anew, of the demo dump. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from './lib/chromium.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { projectDir } from './lib/project.mjs';

helpIfAsked(import.meta.url);

const openLimitMs = 180_000;
/** The demo's first steps are still empty on the left: a matrix multiplication further on. */
const hitsFurtherOn = 12;
const zoomNotches = 8;
const imagesDir = join(projectDir, 'docs', 'images');
const home = await mkdtemp(join(tmpdir(), 'tracelane-pictures-'));
const host = spawn(process.execPath, [join('dist', 'node', 'cli.js'), 'serve', '--no-open', '--port', '0', '--demo'], {
  cwd: projectDir,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config') },
});
const executablePath = findChromium()?.path;
const browser = await chromium.launch({ args: chromiumArgs(), ...(executablePath ? { executablePath } : {}) });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
  page.setDefaultTimeout(openLimitMs);
  await page.goto(await addressOf(host));
  await page.getByRole('tablist', { name: 'Views' }).waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'hidden' });

  // How many there are stands on the tabs, once all ranks have been looked through.
  await page.getByRole('tab', { name: 'Findings' }).filter({ hasText: /\d/ }).waitFor();
  await openTab(page, 'Findings');
  await picture(page, 'findings');
  await openTab(page, 'Summary');
  await page.getByRole('gridcell', { name: '3', exact: true }).first().click();
  await picture(page, 'summary');
  await openTab(page, 'Communication');
  await picture(page, 'communication-dark', 'dark');
  await openTab(page, 'Memory');
  await picture(page, 'memory');
  await openTab(page, 'Timeline');
  await aKernelAndWhereItComesFrom(page);
  await picture(page, 'timeline');
  await picture(page, 'timeline-dark', 'dark');
} finally {
  await browser.close();
  host.kill('SIGTERM');
  await rm(home, { recursive: true, force: true });
}

/**
 * Selects a matrix multiplication by searching for it, and shows what is around it.
 *
 * @param {import('@playwright/test').Page} page
 */
async function aKernelAndWhereItComesFrom(page) {
  await page.keyboard.press('Control+KeyF');
  await page.keyboard.type('aclnnMatmul_');
  await page.getByText(/[\d,]+ slices$/).waitFor();
  for (let hit = 0; hit < hitsFurtherOn; hit++) await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Digit1');
  await page.getByRole('article').waitFor();
  // Out, until the op that started it is in the view.
  for (let notch = 0; notch < zoomNotches; notch++) await page.keyboard.press('KeyS');
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
async function openTab(page, name) {
  // Behind the name there may be a count.
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}\\b`) });
  await tab.click();
  await tab.and(page.getByRole('tab', { selected: true })).waitFor();
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 * @param {'light' | 'dark'} [theme]
 */
async function picture(page, name, theme = 'light') {
  await page.emulateMedia({ colorScheme: theme });
  await page.mouse.move(5, 5);
  // No focus ring around what was clicked to get here.
  await page.evaluate('document.activeElement?.blur()');
  // Tabs answer in the background.
  await page
    .getByText(/^(Reading|Loading).*…$/)
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'hidden' });
  // Charts and lanes are drawn from frame to frame.
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: join(imagesDir, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
}

/**
 * The address that the host prints, with its token.
 *
 * @param {import('node:child_process').ChildProcess} process
 * @returns {Promise<string>}
 */
async function addressOf({ stdout }) {
  let output = '';
  for await (const text of stdout ?? []) {
    output += text;
    const address = /^Address: (\S+)$/m.exec(output)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`The host printed no address:\n${output}`);
}
