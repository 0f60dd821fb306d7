/** What `npm pack` makes, installed as a user does in an empty home, runs every command. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectDir } from '../../../scripts/lib/project.mjs';
import { commandNames } from '../../../src-main/cli/arguments';
import { enter, HostCalls } from '../../fixtures/hostCalls';
import { packageFolder } from './packageFolder';

const isWindows = process.platform === 'win32';
const megabyte = 1e6;

interface PackedFile {
  readonly path: string;
  readonly size: number;
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

const work = packageFolder();
/** Odd on purpose: what finds its files by URLs must survive it. */
const prefix = join(work, "it's 100% 训练 #1");
const home = join(work, 'home');
/** As of a user who has nothing but Node: no display, no browser, no modules of this checkout. */
const env = {
  HOME: home,
  USERPROFILE: home,
  TMPDIR: join(work, 'tmp'),
  XDG_CACHE_HOME: join(home, 'cache'),
  XDG_CONFIG_HOME: join(home, 'config'),
  LOCALAPPDATA: join(home, 'local'),
  APPDATA: join(home, 'roaming'),
  PATH: dirname(process.execPath) + (isWindows ? '' : ':/usr/bin:/bin'),
  npm_config_cache: join(work, 'npm-cache'),
  npm_config_update_notifier: 'false',
};
const program = isWindows ? join(prefix, 'tracelane.cmd') : join(prefix, 'bin', 'tracelane');
const installed = join(prefix, ...(isWindows ? [] : ['lib']), 'node_modules', 'tracelane');

let packed: Packed;
let installMs = 0;

beforeAll(async () => {
  for (const folder of [home, prefix, env.TMPDIR]) mkdirSync(folder, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', work], projectDir);
  packed = (JSON.parse(stdout) as Packed[])[0]!;
  const startMs = performance.now();
  await run('npm', ['install', '--global', '--offline', '--prefix', prefix, join(work, packed.filename)], work);
  installMs = performance.now() - startMs;
  const sizes = `${(packed.size / megabyte).toFixed(2)} MB packed, ${(diskBytes(installed) / megabyte).toFixed(2)} MB on disk`;
  console.log(`npm package: ${sizes}, installed in ${(installMs / 1000).toFixed(1)} s`);
}, 300_000);

function run(command: string, args: readonly string[], cwd: string) {
  const running = promisify(execFile)(command, args, { cwd, env, maxBuffer: 64 * megabyte, shell: isWindows });
  running.child.stdin?.end();
  return running;
}

/** Runs the installed command; resolves with what it printed. Rejects when it fails. */
async function tracelane(...args: readonly string[]): Promise<string> {
  return (await run(program, args, home)).stdout;
}

function diskBytes(path: string): number {
  const state = lstatSync(path);
  if (!state.isDirectory()) return state.size;
  return readdirSync(path).reduce((sum, name) => sum + diskBytes(join(path, name)), 0);
}

test('15 MB packed and 30 MB on disk at most, and no package besides', () => {
  expect(packed.size).toBeLessThan(15 * megabyte);
  expect(diskBytes(prefix)).toBeLessThan(30 * megabyte);
  expect(existsSync(join(installed, 'node_modules'))).toBe(false);
  expect(readdirSync(dirname(installed)).filter((name) => !name.startsWith('.'))).toEqual(['tracelane']);
});

test('licences are in it; sources, tests and source maps are not', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'NOTICE',
      'README.md',
      'CHANGELOG.md',
      'dist/THIRD-PARTY.txt',
      'dist/sbom.cdx.json',
    ]),
  );
  const top = new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')));
  expect([...top].sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'dist/THIRD-PARTY.txt'],
    ...['dist/node', 'dist/renderer', 'dist/sbom.cdx.json', 'package.json'],
  ]);
  expect(paths.filter((path) => /\.(map|tsx?)$|(^|[/.])tests?[/.]/.test(path))).toEqual([]);
});

test('every command', async () => {
  const demo = join(home, 'demo dump');
  const tried: Record<(typeof commandNames)[number], () => Promise<unknown>> = {
    demo: async () => {
      await tracelane('demo', demo, '--ranks', '2', '--events', '2000');
      expect(existsSync(join(demo, 'truth.json'))).toBe(true);
    },
    info: async () => {
      const info = JSON.parse(await tracelane('info', demo, '--json')) as { status: string; ranks: readonly unknown[] };
      expect(info).toMatchObject({ status: 'ready', ranks: [{}, {}] });
    },
    export: async () => {
      const table = await tracelane('export', demo, '--table', 'summary.split', '--format', 'json');
      expect((JSON.parse(table) as { rows: readonly unknown[] }).rows).toHaveLength(2);
    },
    // DuckDB is not there.
    query: () =>
      expect(tracelane('query', demo, 'select 1')).rejects.toThrow('npm install --prefix DIR @duckdb/node-api'),
    recipe: async () => {
      expect(await tracelane('recipe', 'step', '--for', 'msprof')).toContain('exec msprof --output=./profile');
    },
    watch: async () => {
      const steps = join(home, 'steps.csv');
      writeFileSync(steps, 'step,ms\n1,10\n2,11\n');
      expect(JSON.parse(await tracelane('watch', '--steps', steps, '--once', '--json'))).toMatchObject({ steps: 2 });
    },
    // Nobody asks: it ends with its input.
    mcp: () => tracelane('mcp'),
    analyze: async () => {
      const report = JSON.parse(await tracelane('analyze', demo, '--json')) as { findings: readonly unknown[] };
      expect(report.findings).toBeInstanceOf(Array);
    },
    summarize: async () => {
      expect(await tracelane('summarize', demo, '--out', join(home, 'summaries', 'demo.parquet'))).toContain('2 ranks');
    },
    reduce: async () => {
      const job = join(home, 'demo.job');
      expect(await tracelane('reduce', join(home, 'summaries'), '--out', job)).toContain('2 ranks');
      expect(JSON.parse(await tracelane('analyze', job, '--json'))).toMatchObject({
        split: [{ rank: 0 }, { rank: 1 }],
      });
    },
    scale: async () => {
      const out = join(home, 'scaled');
      expect(await tracelane('scale', demo, '--local', '--out', out)).toContain('2 ranks');
      expect(existsSync(join(out, 'job.parquet'))).toBe(true);
    },
    cache: async () => {
      await tracelane('cache', 'ls');
      expect(await tracelane('cache', 'clear')).toMatch(/\S/);
    },
    serve: () => showsWindow(['serve', demo, '--no-open', '--port', '0']),
    // Electron is not there, so it takes the browser host, and there is no display either.
    open: () => showsWindow(['open', demo, '--port', '0']),
  };
  for (const name of [
    'demo',
    'info',
    'analyze',
    'summarize',
    'reduce',
    'scale',
    'watch',
    'cache',
    'serve',
    'open',
  ] as const)
    await tried[name]();
  expect(Object.keys(tried).sort()).toEqual([...commandNames].sort());
  for (const name of commandNames)
    expect(await tracelane('help', name)).toContain(`tracelane ${name === 'open' ? '[open]' : name}`);
  const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string };
  expect((await tracelane('--version')).trim()).toBe(version);
});

/** Starts it, fetches the page and all that the page names, opens a connection, and has the dump ready. */
async function showsWindow(args: readonly string[]): Promise<void> {
  const startMs = performance.now();
  const child = spawn(program, args, { cwd: home, env, shell: isWindows, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/^Address: \S+\n/m);
  const listeningMs = performance.now() - startMs;
  const entrance = await enter(/^Address: (\S+)$/m.exec(output)?.[1] ?? '');
  const page = await fetched(entrance.page.href, entrance.cookie);
  expect(page.status).toBe(200);
  const files = [...page.text.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    expect((await fetched(new URL(file, entrance.page).href, entrance.cookie)).status, file).toBe(200);
  }
  const calls = await HostCalls.connect(entrance);
  await expect(calls.call('host')).resolves.toMatchObject({ kind: 'browser', initialPaths: [join(home, 'demo dump')] });
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/demo dump: .*2 ranks/);
  console.log(`tracelane ${args[0]}: listening after ${Math.round(listeningMs)} ms`);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
}

function fetched(address: string, cookie: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { cookie }, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => {
        text += data;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.once('error', reject);
  });
}
