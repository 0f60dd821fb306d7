import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AfterProfile } from '../../../../src-main/watch/afterProfile';
import { usualArrival } from '../../../../src-main/watch/dumpArrival';
import { commandForRaw, parseRaw } from '../../../../src-main/watch/parseRaw';
import { lightRequest } from '../../../../src-watch/requests/profileRequest';
import { plainly } from '../../../../src-watch/words/spoken';
import { temporaryFolder } from '../../../fixtures/indexed';

const never = new AbortController().signal;

/** A dump of one rank that nobody has parsed. */
function rawDump(form: 'pt' | 'ms' = 'pt') {
  const folder = temporaryFolder();
  const rank = join(folder, 'dump', `host_1_ascend_${form}`);
  mkdirSync(join(rank, 'FRAMEWORK'), { recursive: true });
  writeFileSync(join(rank, 'profiler_info_5.json'), '{}');
  return { folder, rank, dump: join(folder, 'dump') };
}

/** What stands in for Python: it is given `-c` and the program. */
function python(folder: string, script: string): string {
  const path = join(folder, 'python');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the command that parses it is that of its framework', async () => {
  expect(await commandForRaw(rawDump().dump)).toMatch(
    /^python3 -c 'from torch_npu\.profiler\.profiler import analyse; analyse\(".*dump"\)'$/,
  );
  expect(await commandForRaw(rawDump('ms').dump)).toContain('from mindspore.profiler.profiler import analyse');
  expect(await commandForRaw('/nowhere')).toContain('from torch_npu.');
});

test.skipIf(process.platform === 'win32')('the parser that fails, hangs or is none says why', async () => {
  const { folder, dump } = rawDump();
  const fails = python(folder, "echo 'Traceback' >&2; echo 'ModuleNotFoundError: torch_npu' >&2; exit 1");
  expect(await parseRaw(fails, dump, never)).toEqual(plainly('ModuleNotFoundError: torch_npu'));
  expect(await parseRaw(python(folder, 'exit 4'), dump, never)).toEqual({ en: 'exit code 4', zh: '退出码 4' });
  const late = { en: 'it took longer than 0.05 s', zh: '用时超过 0.05 s' };
  expect(await parseRaw(python(folder, 'exec sleep 10'), dump, never, 50)).toEqual(late);
  expect((await parseRaw(join(folder, 'none'), dump, never))?.en).toContain('ENOENT');
  expect(await parseRaw(python(folder, 'exec sleep 10'), dump, AbortSignal.timeout(50))).toBeUndefined();
});

test.skipIf(process.platform === 'win32')(
  'raw data of chosen ranks are parsed by the user’s Python, and looked at then; without one the command is told',
  async () => {
    const { folder, rank, dump } = rawDump();
    const output = join(rank, 'ASCEND_PROFILER_OUTPUT');
    const parser = python(
      folder,
      `printf %s "$2" > '${folder}/program'; mkdir '${output}'; echo '[]' > '${output}/trace_view.json'`,
    );
    const program = join(folder, 'cli.cjs');
    writeFileSync(program, `process.stdout.write(JSON.stringify({ findings: [] }))`);
    const options = {
      way: { kind: 'dynamic', folder, request: { ...lightRequest, output: folder, ranks: [5] } },
      ...{ seenAs: undefined, program },
      arrival: { ...usualArrival, quietMs: 20, allQuietMs: 10, patienceMs: 30, everyMs: 5, limitMs: 5_000 },
    } as const;
    const bare = await new AfterProfile(options).report('dump', 1, never);
    expect(bare).toEqual({ kind: 'raw', path: dump, ranks: 1, command: await commandForRaw(dump) });
    const failed = await new AfterProfile({ ...options, python: join(folder, 'none') }).report('dump', 1, never);
    expect(failed).toMatchObject({ kind: 'raw', reason: expect.stringContaining('ENOENT') });
    const parsed = await new AfterProfile({ ...options, python: parser }).report('dump', 1, never);
    expect(parsed).toEqual({ kind: 'findings', paths: [dump], ranks: 1, findings: [] });
    expect(readFileSync(join(folder, 'program'), 'utf8')).toContain(`analyse(${JSON.stringify(dump)})`);
  },
);
