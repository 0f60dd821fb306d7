import { expect, test } from 'vitest';
import { findViolations, importsOf } from '../../../scripts/lib/importGraph.mjs';

const violations = (files: Readonly<Record<string, string>>): readonly string[] =>
  findViolations(new Map(Object.entries({ 'src-contract/index.ts': '', 'src-contract/wire/codec.ts': '', ...files })));

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
  expect(violations({ 'src-renderer/a.ts': "import type { Engine } from '../src-contract';" })).toEqual([]);
  expect(violations({ 'src-renderer/a.ts': "import type { B } from '../src-worker/index/b';" })).toEqual([
    'src-renderer/a.ts: may not import src-worker/index/b',
  ]);
  expect(violations({ 'src-renderer/a.ts': "import { b } from '../src-main/host/b';" })).toHaveLength(1);
});

test('the worker knows nobody', () => {
  expect(violations({ 'src-worker/a.ts': "import { b } from '../src-main/b';" })).toHaveLength(1);
  expect(violations({ 'src-worker/a.ts': "import type { b } from '../src-renderer/b';" })).toHaveLength(1);
  expect(violations({ 'src-worker/a.ts': "import { open } from 'node:fs';" })).toEqual([]);
});

test('electron only in its folder, Node not in the window, nothing but electron in the preload script', () => {
  expect(violations({ 'src-main/electron/a.ts': "import { app } from 'electron';" })).toEqual([]);
  expect(violations({ 'src-main/serve/a.ts': "import { app } from 'electron';" })).toHaveLength(1);
  expect(violations({ 'src-renderer/a.ts': "import { join } from 'node:path';" })).toHaveLength(1);
  expect(violations({ 'src-contract/a.ts': "import { join } from 'node:path';" })).toHaveLength(1);
  const preload = (text: string) => violations({ 'src-main/electron/preload.ts': text, 'src-main/electron/b.ts': '' });
  expect(preload("import { a } from '../../src-contract/wire/codec';")).toEqual([]);
  expect(preload("import { b } from './b';")).toHaveLength(1);
});

test('a cycle of values is found, one of types is not', () => {
  const cycle = { 'src-worker/a.ts': "import { b } from './b';", 'src-worker/b.ts': "import { a } from './a';" };
  expect(violations(cycle)).toEqual(['A cycle of imports: src-worker/a.ts → src-worker/b.ts → src-worker/a.ts']);
  expect(violations({ ...cycle, 'src-worker/b.ts': "import type { a } from './a';" })).toEqual([]);
});

test('a known debt is let pass, and reported once it is paid', () => {
  const debts = [{ from: 'src-worker/a.ts', to: 'src-main/b.ts', why: 'until the move' }];
  const texts = (text: string) =>
    new Map([
      ['src-worker/a.ts', text],
      ['src-main/b.ts', ''],
    ]);
  expect(findViolations(texts("import { b } from '../src-main/b';"), undefined, debts)).toEqual([]);
  expect(findViolations(texts(''), undefined, debts)).toEqual([
    'The debt from src-worker/a.ts to src-main/b.ts is paid; take it off the list.',
  ]);
});
