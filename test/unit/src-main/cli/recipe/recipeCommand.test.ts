import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseCommand } from '../../../../../src-main/cli/arguments';
import type { RecipeArguments } from '../../../../../src-main/cli/recipe/recipeArguments';
import { runRecipe } from '../../../../../src-main/cli/recipe/recipeCommand';
import { recipeOf } from '../../../../../src-report/recipe/recipe';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-recipe-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

function understood(...words: readonly string[]): RecipeArguments {
  const command = parseCommand(['recipe', ...words]);
  if (command.kind !== 'recipe') throw new Error(command.kind);
  return command;
}

async function run(...words: readonly string[]) {
  const said = { text: '', lines: [] as string[], notes: [] as string[] };
  const code = await runRecipe(
    understood(...words),
    (text) => {
      said.text += text;
    },
    (line) => void said.lines.push(line),
    (line) => void said.notes.push(line),
  );
  return { code, ...said };
}

test('a text of one file is printed as it is, its notes beside it', async () => {
  const { choice } = understood('kernel', '--for', 'msprof', '--metrics', 'L2Cache', '--output', '/data/a b');
  if (!choice) throw new Error('no choice');
  const recipe = recipeOf(choice, 'en');
  const said = await run('kernel', '--for', 'msprof', '--metrics', 'L2Cache', '--output', '/data/a b');
  expect(said).toEqual({ code: 0, text: recipe.files[0]?.text, lines: [], notes: recipe.notes });
  expect(said.text).toContain("--output='/data/a b'");
  expect(said.text).toContain('--aic-metrics=L2Cache');
});

test('files are written where they are wanted, and over none that is there', async () => {
  const words = ['light', '--for', 'dynamic-profile', '--out', join(folder, 'new')];
  await run(...words);
  const names = ['ask.sh', 'profiler_config.json', 'start.sh'];
  expect(readdirSync(join(folder, 'new')).sort()).toEqual(names);
  const before = names.map((name) => readFileSync(join(folder, 'new', name), 'utf8'));
  await expect(run(...words, '--steps', '5')).rejects.toThrow('profiler_config.json is there already');
  expect(names.map((name) => readFileSync(join(folder, 'new', name), 'utf8'))).toEqual(before);
});

test('without a question it says what there is', async () => {
  const { lines } = await run();
  expect(lines).toContain(`  ${'communication'.padEnd(22)}What does communication cost?`);
  expect(JSON.parse((await run('--json', '--lang', 'zh')).text)).toMatchObject({
    questions: [{ id: 'step', about: '一个 Step 的时间花在哪里？' }, {}, {}, {}, {}, {}],
    levels: [{ id: 'none' }, {}, {}, {}],
  });
});

test('wrong arguments are named', () => {
  const wrong =
    (...words: readonly string[]) =>
    () =>
      understood(...words);
  expect(wrong('why', '--for', 'msprof')).toThrow('The question is one of step, kernel');
  expect(wrong('--for', 'msprof')).toThrow('The question is one of step, kernel');
  expect(wrong('--steps', '3')).toThrow('--steps needs a question and --for.');
  expect(wrong('step')).toThrow('--for is one of torch_npu');
  expect(wrong('step', '--for', 'nsys')).toThrow('not "nsys"');
  expect(wrong('step', '--for', 'msprof', 'kernel')).toThrow('"kernel" is one too many');
  expect(wrong('step', '--for', 'torch_npu', '--steps', '11')).toThrow('--steps is a whole number from 1 to 10');
  expect(wrong('step', '--for', 'torch_npu', '--level', '3')).toThrow('--level is none, 0, 1, 2, not "3"');
  expect(wrong('step', '--for', 'torch_npu', '--epochs', '1')).toThrow('--epochs is for mindspore');
  expect(wrong('step', '--for', 'mindspore', '--epochs', '1', '--steps', '1')).toThrow('not both');
  expect(wrong('step', '--for', 'torch_npu', '--ranks', '1;2')).toThrow('not "1;2"');
  expect(wrong('step', '--for', 'torch_npu', '--output', '')).toThrow('--output DIR');
  expect(understood('step', '--for', 'mindspore', '--epochs', '2').choice).toMatchObject({ unit: 'epoch', count: 2 });
});
