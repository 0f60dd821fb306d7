/** Electron in the ways it fails, as made-up binaries: each is told in one sentence, and the browser host takes over. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test, vi } from 'vitest';
import { runOpen } from '../../../../src-main/cli/openCommand';
import type { HostChoice } from '../../../../src-main/cli/window/chooseHost';
import type { ServeHostOptions } from '../../../../src-main/cli/window/serveHost';
import type { StartLimits } from '../../../../src-main/cli/window/startWatch';
import { temporaryFolder } from '../../../fixtures/indexed';

/** The time that each step has is long where it should not run out, and short for a window that does not come. */
const limits = { readyMs: 20_000, shownMs: 100, slowMs: 20_000, killMs: 100, drainMs: 100 };
/** What `process.send` of a child comes down to: a line of JSON on the channel, the fourth of its files. */
const say = (message: string) => `printf '"${message}"\\n' >&3`;

beforeEach(() => {
  vi.stubEnv('DISPLAY', ':77');
});

interface Opened {
  readonly code: number | undefined;
  /** Of the error that a command ends with. */
  readonly error: string | undefined;
  readonly lines: readonly string[];
  /** What the browser host was started with. */
  readonly served: readonly ServeHostOptions[];
  readonly appDir: string;
}

interface OpenOptions extends Partial<StartLimits> {
  readonly host?: HostChoice;
  readonly paths?: readonly string[];
  /** What is seen beforehand of the sandbox. */
  readonly obstacle?: string;
  readonly isRoot?: boolean;
}

/** Opens with an Electron whose binary is this script of sh. */
async function open(
  script: string,
  { host = 'auto', paths = [], obstacle, isRoot = true, ...given }: OpenOptions = {},
): Promise<Opened> {
  const appDir = temporaryFolder();
  const packageDir = join(appDir, 'node_modules', 'electron');
  mkdirSync(join(packageDir, 'dist'), { recursive: true });
  writeFileSync(join(packageDir, 'package.json'), '{"version":"1.2.3"}');
  writeFileSync(join(packageDir, 'dist', 'version'), '1.2.3');
  const binary = join(packageDir, 'dist', 'electron');
  writeFileSync(binary, script.startsWith('#!') ? script : `#!/bin/sh\ncd "$(dirname "$0")"\n${script}\n`);
  chmodSync(binary, 0o755);
  const lines: string[] = [];
  const served: ServeHostOptions[] = [];
  const installation = { appDir, workerUrl: pathToFileURL('/none'), rendererDir: '/none', programPath: '/none' };
  const command = { kind: 'open', paths, isDemo: false, host, port: undefined, isTimed: false } as const;
  let code: number | undefined;
  let error: string | undefined;
  try {
    const serve = async (options: ServeHostOptions): Promise<void> => void served.push(options);
    const setting = { serve, isRoot, limits: { ...limits, ...given }, findSandboxObstacle: async () => obstacle };
    code = await runOpen(command, installation, (line) => lines.push(line), setting);
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return { code, error, lines, served, appDir };
}

const linux = test.skipIf(process.platform !== 'linux');

/** One sentence besides the line that names Electron, and the browser host. */
function expectTakenOver({ code, error, lines, served }: Opened, sentence: string | RegExp): void {
  expect(error).toBeUndefined();
  expect(code).toBe(0);
  expect(lines.filter((line) => !/^Electron \(|shown no window yet/.test(line))).toEqual([
    expect.stringMatching(sentence),
  ]);
  expect(lines.join('\n')).not.toMatch(/\n\s+at /);
  expect(served).toMatchObject([{ opensBrowser: true, reason: 'Electron showed no window' }]);
}

linux('a binary that exits: the library that is missing is named', async () => {
  const loader = 'error while loading shared libraries: libnss3.so: cannot open shared object file: No such file';
  const opened = await open(`echo "electron: ${loader}" >&2; exit 127`);
  expectTakenOver(opened, /^Electron showed no window: the library libnss3\.so is missing; install .*libnss3.*\.$/);
});

linux('a binary that exits without a word, as if all were well', async () => {
  expectTakenOver(
    await open('exit 0'),
    /^Electron showed no window: it ended at once \(exit code 0\); TRACELANE_DEBUG=1/,
  );
});

linux('a binary that hangs, whatever it is asked, is ended', async () => {
  const opened = await open(`trap '' TERM; echo $$ > pid; ${say('ready')}; while :; do sleep 0.05; done`, {
    slowMs: 1,
  });
  expectTakenOver(opened, /^Electron showed no window: nothing appeared within 0 s; TRACELANE_DEBUG=1/);
  expect(opened.lines).toContain('Electron has shown no window yet; it is given 20 s.');
  const pid = readFileSync(join(opened.appDir, 'node_modules', 'electron', 'dist', 'pid'), 'utf8').trim();
  expect(existsSync(`/proc/${pid}`)).toBe(false);
});

linux('one that does not even start', async () => {
  const opened = await open('exec sleep 10', { readyMs: 60 });
  expectTakenOver(opened, /^Electron showed no window: it did not start within 0 s; TRACELANE_DEBUG=1/);
});

linux('a binary that crashes', async () => {
  const stack = '#0 0x55d base::debug::StackTrace::StackTrace()\n    at <anonymous>';
  const opened = await open(`printf '${stack}' >&2; kill -SEGV $$`);
  expectTakenOver(
    opened,
    /^Electron showed no window: it crashed \(SIGSEGV\); TRACELANE_DEBUG=1 shows what it printed\.$/,
  );
});

linux('a binary that prints without end keeps no more than the end of it', async () => {
  const word = '[77:ERROR:bus.cc(407)] Failed to connect to the bus';
  const script = `yes '${word}' | head -n 9000 >&2; ${say('ready')}; exec yes '${word}'`;
  expectTakenOver(await open(script), /^Electron showed no window: nothing appeared within/);
  vi.stubEnv('TRACELANE_DEBUG', '1');
  const { lines } = await open(script);
  const printedChars = lines.filter((line) => line.includes('bus.cc')).join('\n').length;
  expect(printedChars).toBeGreaterThan(1_000);
  expect(printedChars).toBeLessThan(200_000);
});

linux('a sandbox that is refused comes with what allows it', async () => {
  const word = 'The SUID sandbox helper binary was found, but is not configured correctly.';
  const opened = await open(`echo '[1:FATAL:setuid_sandbox_host.cc(163)] ${word}' >&2; kill -TRAP $$`);
  const helper = join(opened.appDir, 'node_modules', 'electron', 'dist', 'chrome-sandbox');
  const remedy = `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`;
  expectTakenOver(opened, `Electron showed no window: the system refuses it the sandbox; to allow it, ${remedy}.`);
});

linux('a display that is not there, a binary for another machine', async () => {
  const noDisplay = await open(`echo '[1:ERROR:ozone_platform_x11.cc] Missing X server or $DISPLAY' >&2; exit 1`);
  expectTakenOver(noDisplay, /: the display cannot be reached; check DISPLAY/);
  expectTakenOver(await open('#!/nowhere/ld.so\n'), /: its binary is not for this system; it needs glibc/);
});

linux('a sandbox that will be refused is told beforehand, and Electron is not even started', async () => {
  const obstacle = 'Electron would get no sandbox: …';
  const opened = await open('touch started; exit 3', { obstacle, isRoot: false });
  const started = join(opened.appDir, 'node_modules', 'electron', 'dist', 'started');
  expect(opened).toMatchObject({ code: 0, lines: [obstacle], served: [{ reason: 'Electron would get no sandbox' }] });
  expect(existsSync(started)).toBe(false);
  // Who asks for Electron knows better, or is told what came of it; root needs none.
  for (const options of [{ host: 'electron', isRoot: false } as const, { isRoot: true }]) {
    const { appDir } = await open('touch started; exit 3', { obstacle, ...options });
    expect(existsSync(join(appDir, 'node_modules', 'electron', 'dist', 'started'))).toBe(true);
  }
});

linux('with --host electron the sentence is the error', async () => {
  const { error, served } = await open('exit 3', { host: 'electron' });
  expect(error).toMatch(/^Electron showed no window: it ended at once \(exit code 3\)/);
  expect(served).toEqual([]);
});

linux('a window that is shown, and closed', async () => {
  const opened = await open(`${say('ready')}; ${say('shown')}; sleep 0.2; exit 7`);
  expect(opened).toMatchObject({ code: 7, error: undefined, served: [], lines: ['Electron (installed).'] });
});

linux('one that is Node, as Electron is, and ends as soon as it has said so', async () => {
  const script = `#!${process.execPath}\nprocess.send('passed-on', () => process.exit(0));\n`;
  expect(await open(script)).toMatchObject({ code: 0, served: [], lines: ['Electron (installed).'] });
});

linux('what an Electron that runs already was given', async () => {
  expect(await open(say('passed-on'))).toMatchObject({ code: 0, served: [], lines: ['Electron (installed).'] });
});

linux('a crash after the window was shown is no reason to open another one', async () => {
  expect(await open(`${say('shown')}; kill -SEGV $$`)).toMatchObject({
    error: 'Electron crashed (SIGSEGV).',
    served: [],
  });
});

linux('Electron gets the paths, absolute, whatever they look like', async () => {
  const folder = temporaryFolder();
  const names = ['--demo', 'a b', "it's", '100%', '训练'];
  for (const name of names) mkdirSync(join(folder, name));
  const paths = names.map((name) => join(folder, name));
  const { appDir } = await open(`printf '%s\\n' "$@" > arguments; ${say('shown')}`, { paths });
  const given = readFileSync(join(appDir, 'node_modules', 'electron', 'dist', 'arguments'), 'utf8')
    .trim()
    .split('\n');
  expect(given.slice(given.indexOf('--') + 1)).toEqual(paths);
  expect(given.slice(0, given.indexOf('--'))).toEqual(['--no-sandbox', appDir]);
});

test('a path that does not exist is told before anything starts', async () => {
  const { error, lines } = await open('exit 0', { paths: ['/nowhere/at all'] });
  expect(error).toContain('at all does not exist');
  expect(lines).toEqual([]);
});
