import { describe, expect, test } from 'vitest';
import { findViolations, importsOf } from '../../../scripts/lib/importGraph.mjs';
import type { Debt } from '../../../scripts/lib/layers.mjs';

// Without the debts of the real sources, which these few files would all seem to have paid.
const violations = (files: Readonly<Record<string, string>>): readonly string[] =>
  findViolations(
    new Map(Object.entries({ 'src-contract/index.ts': '', 'src-contract/wire/codec.ts': '', ...files })),
    undefined,
    [],
  );

test.each([
  ["import { a } from 'x';", false],
  ["import type { A } from 'x';", true],
  ["import { type A, type B } from 'x';", true],
  ["import { type A, b } from 'x';", false],
  ["import type from 'x';", false],
  ["import A, { type B } from 'x';", false],
  ["export * from 'x';", false],
  ["export type { A } from 'x';", true],
  ["export {\n  a,\n  b,\n} from 'x';", false],
  ["import 'x';", false],
  ["const x = await import('x');", false],
  ["let x: typeof import('x');", true],
])('%s', (text, isTypeOnly) => {
  expect(importsOf(text)).toEqual([{ specifier: 'x', isTypeOnly }]);
});

test('words in comments and texts are no imports', () => {
  expect(importsOf("// import { a } from 'x';\n/* import 'y'; */\nconst s = `take it from 'z'`;")).toEqual([]);
});

test('the window may use the contract, and nothing of the worker', () => {
  expect(violations({ 'src-renderer/app/a.ts': "import type { Engine } from '../../src-contract';" })).toEqual([]);
  expect(violations({ 'src-renderer/app/a.ts': "import type { B } from '../../src-worker/index/b';" })).toEqual([
    'src-renderer/app/a.ts: may not import src-worker/index/b',
  ]);
  expect(violations({ 'src-renderer/app/a.ts': "import { b } from '../../src-main/host/b';" })).toHaveLength(1);
});

test('the worker knows nobody', () => {
  expect(violations({ 'src-worker/a.ts': "import { b } from '../src-main/host/b';" })).toHaveLength(1);
  expect(violations({ 'src-worker/a.ts': "import type { b } from '../src-renderer/b';" })).toHaveLength(1);
  expect(violations({ 'src-worker/a.ts': "import { open } from 'node:fs';" })).toEqual([]);
});

test('electron only in its folder, Node not in the window, nothing but electron in the preload script', () => {
  expect(violations({ 'src-main/electron/a.ts': "import { app } from 'electron';" })).toEqual([]);
  expect(violations({ 'src-main/serve/a.ts': "import { app } from 'electron';" })).toHaveLength(1);
  expect(violations({ 'src-renderer/app/a.ts': "import { join } from 'node:path';" })).toHaveLength(1);
  expect(violations({ 'src-contract/a.ts': "import { join } from 'node:path';" })).toHaveLength(1);
  const preload = (text: string) => violations({ 'src-main/electron/preload.ts': text, 'src-main/electron/b.ts': '' });
  expect(preload("import { a } from '../../src-contract/wire/codec';")).toEqual([]);
  expect(preload("import { b } from './b';")).toHaveLength(1);
});

test('a cycle is found, of types as well', () => {
  const cycle = { 'src-worker/a.ts': "import { b } from './b';", 'src-worker/b.ts': "import { a } from './a';" };
  expect(violations(cycle)).toEqual(['A cycle of imports: src-worker/a.ts → src-worker/b.ts → src-worker/a.ts']);
  expect(violations({ ...cycle, 'src-worker/b.ts': "import type { a } from './a';" })).toHaveLength(1);
  expect(violations({ ...cycle, 'src-worker/b.ts': '' })).toEqual([]);
});

test('a known debt is let pass, and reported once it is paid', () => {
  const debts = [{ from: 'src-worker/a.ts', to: 'src-main/host/b.ts', why: 'until the move' }];
  const texts = (text: string) =>
    new Map([
      ['src-worker/a.ts', text],
      ['src-main/host/b.ts', ''],
    ]);
  expect(findViolations(texts("import { b } from '../src-main/host/b';"), undefined, debts)).toEqual([]);
  expect(findViolations(texts(''), undefined, debts)).toEqual([
    'The debt from src-worker/a.ts to src-main/host/b.ts is paid; take it off the list.',
  ]);
});

test('the folders of the window import downwards, and no tab another', () => {
  const files = { 'src-renderer/base/b.ts': '', 'src-renderer/ui/u.ts': '', 'src-renderer/tabs/memory/m.ts': '' };
  expect(violations({ ...files, 'src-renderer/session/a.ts': "import { u } from '../ui/u';" })).toEqual([]);
  expect(violations({ ...files, 'src-renderer/base/a.ts': "import type { U } from '../ui/u';" })).toEqual([
    'src-renderer/base/a.ts: may not import src-renderer/ui/u.ts',
  ]);
  expect(violations({ ...files, 'src-renderer/tabs/operator/a.ts': "import { m } from '../memory/m';" })).toHaveLength(
    1,
  );
  expect(violations({ 'src-renderer/odd/a.ts': '' })).toEqual([
    'src-renderer/odd/a.ts: lies in no folder that the table of layers has',
  ]);
});

describe('cycles of folders', () => {
  const cyclesOf = (files: Readonly<Record<string, string>>, debts: readonly Debt[] = []) =>
    findViolations(new Map(Object.entries(files)), undefined, debts);

  test('are found where no file is in a cycle, types included', () => {
    const files = {
      'src-worker/a/one.ts': "import { b } from '../b/one';",
      'src-worker/b/one.ts': '',
      'src-worker/b/two.ts': "import type { A } from '../a/two';",
      'src-worker/a/two.ts': '',
    };
    expect(cyclesOf(files)).toEqual([
      'A cycle of folders: src-worker/a/one.ts imports src-worker/b/one.ts, src-worker/b/two.ts imports src-worker/a/two.ts',
    ]);
    expect(cyclesOf({ ...files, 'src-worker/b/two.ts': '' })).toEqual([]);
  });

  test('are found at every level and over several folders, each knot once', () => {
    const files = {
      'src-worker/x/a/one.ts': "import { b } from '../b/one';",
      'src-worker/x/b/one.ts': "import { c } from '../c/one';",
      'src-worker/x/c/one.ts': "import { a } from '../a/two';",
      'src-worker/x/a/two.ts': '',
    };
    expect(cyclesOf(files)).toHaveLength(1);
    expect(cyclesOf(files)[0]?.split(', ')).toHaveLength(3);
  });

  test('a folder may stand between two files beside it, but not both use one and be used by it', () => {
    const files = {
      'src-worker/painter.ts': "import { draw } from './overlay/draw';",
      'src-worker/overlay/draw.ts': "import { rows } from '../rows';",
      'src-worker/rows.ts': '',
    };
    expect(cyclesOf(files)).toEqual([]);
    expect(
      cyclesOf({
        ...files,
        'src-worker/rows.ts': "import type { D } from './overlay/other';",
        'src-worker/overlay/other.ts': '',
      }),
    ).toEqual([
      'A cycle of folders: src-worker/overlay/draw.ts imports src-worker/rows.ts, src-worker/rows.ts imports src-worker/overlay/other.ts',
    ]);
  });

  test('a debt may be owed by a folder, and is paid once there is no cycle through it', () => {
    const debts = [{ from: 'src-worker/a', to: 'src-worker/b', why: 'until the move' }];
    const files = { 'src-worker/a/one.ts': "import { b } from '../b/one';", 'src-worker/b/one.ts': '' };
    const knot = { ...files, 'src-worker/b/two.ts': "import { a } from '../a/one';" };
    expect(cyclesOf(knot, debts)).toEqual([]);
    expect(cyclesOf(files, debts)).toEqual([
      'The debt from src-worker/a to src-worker/b is paid; take it off the list.',
    ]);
  });
});
