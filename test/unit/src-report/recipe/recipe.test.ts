import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profileLevels } from '../../../../src-contract/profiling/levels';
import { aicMetrics } from '../../../../src-contract/profiling/metrics';
import {
  choiceProblem,
  parseRanks,
  type RecipeChoice,
  ranksText,
  recipeQuestions,
  usualChoice,
} from '../../../../src-report/recipe/choices';
import { type CollectorId, collectors } from '../../../../src-report/recipe/collectors';
import { type RecipeFile, recipeOf } from '../../../../src-report/recipe/recipe';
import { recipeEn } from '../../../../src-report/recipe/wordsEn';
import { recipeZh } from '../../../../src-report/recipe/wordsZh';

const folder = mkdtempSync(join(tmpdir(), 'tracelane-recipe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const hasPython = isThere('python3');
const hasBash = isThere('bash');
const hasYaml = hasPython && spawnSync('python3', ['-c', 'import yaml']).status === 0;

/** Each would run, end a string, or begin another line, if it were not quoted. `CANARY` stands for a file that must never be there. */
const evilPaths = [
  '/data/$(touch CANARY)',
  '/data/`touch CANARY`',
  '/data/";touch CANARY;"',
  "/data/';touch CANARY;'",
  '/data/\ntouch CANARY\n',
  '/data/\r\ntouch CANARY #',
  '/data/\\"""\nimport os; os.system("touch CANARY")\n"""',
  "/data/\\';touch CANARY;\\'",
  "/data/$'x\\'; touch CANARY",
  '-rf; touch CANARY',
  '/data/a b\t*?[c]!!{d,e}~&|<>#%',
  '/数据/\u202eCANARY\u0007\u001b[31m',
];

function* choices(): Generator<RecipeChoice> {
  for (const collector of collectors)
    for (const question of recipeQuestions)
      for (const level of profileLevels)
        for (const metrics of level === '1' ? aicMetrics : (['PipeUtilization'] as const))
          for (const [hasMemory, hasStack] of [
            [false, false],
            [true, true],
          ] as const)
            for (const ranks of [[], [0, 3]])
              for (const unit of ['step', 'epoch'] as const)
                yield { ...usualChoice(question, collector), level, metrics, hasMemory, hasStack, ranks, unit };
}

/** Every text that any choice leads to, each once. */
const texts = new Map<string, RecipeFile>();
beforeAll(() => {
  for (const choice of choices())
    for (const language of choice.question === 'step' ? (['en', 'zh'] as const) : (['en'] as const))
      for (const file of recipeOf(choice, language).files) texts.set(`${file.kind}\0${file.text}`, file);
  for (const collector of collectors)
    for (const output of evilPaths)
      for (const file of recipeOf({ ...usualChoice('host', collector), output, ranks: [1] }, 'en').files)
        texts.set(`${file.kind}\0${file.text}`, file);
});

const ofKind = (kind: RecipeFile['kind']): readonly string[] =>
  [...texts.values()].filter((file) => file.kind === kind).map(({ text }) => text);

test.skipIf(!hasPython)('the Python of every choice parses', () => {
  const sources = ofKind('python');
  expect(sources.length).toBeGreaterThan(300);
  const parse = 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)\nprint("parsed")';
  expect(execFileSync('python3', ['-c', parse], { input: JSON.stringify(sources), encoding: 'utf8' })).toBe('parsed\n');
});

test.skipIf(!hasBash)('the shell of every choice parses', () => {
  const sources = ofKind('shell');
  expect(sources.length).toBeGreaterThan(100);
  const place = join(folder, 'shell');
  mkdirSync(place);
  for (const [at, text] of sources.entries()) writeFileSync(join(place, `${at}.sh`), text);
  // The body of a function is parsed and not run. One bash for all: each of its own takes as long as a hundred are parsed in.
  const parse = String.raw`IFS= read -r -d "" text < "$file"; eval "parsed() {"$'\n'"$text"$'\n'"}" || echo "$file"`;
  const check = `for file in *.sh; do ${parse}; done; echo checked`;
  const checked = () => execFileSync('bash', ['-c', check], { cwd: place, encoding: 'utf8', stdio: 'pipe' });
  expect(checked()).toBe('checked\n');
  // It would be seen.
  writeFileSync(join(place, 'broken.sh'), "echo 'a quote that does not end\n");
  expect(checked()).toBe('broken.sh\nchecked\n');
});

test('the JSON of every choice parses, and says where to write as it was told', () => {
  const sources = ofKind('json');
  expect(sources.length).toBeGreaterThan(evilPaths.length);
  const folders = new Set(sources.map((text) => (JSON.parse(text) as { prof_dir: string }).prof_dir));
  expect(folders).toEqual(new Set(['./profile', ...evilPaths]));
});

test.skipIf(!hasYaml)('the YAML of every choice parses', () => {
  const parse =
    'import json, sys, yaml\nprint(json.dumps([yaml.safe_load(text)["kind"] for text in json.load(sys.stdin)]))';
  const kinds = execFileSync('python3', ['-c', parse], { input: JSON.stringify(ofKind('yaml')), encoding: 'utf8' });
  expect(new Set(JSON.parse(kinds))).toEqual(new Set(['DaemonSet']));
});

/** Programs that only write down what they were called with, and what they saw in the environment. */
function standIns(place: string): string {
  const programs = join(place, 'bin');
  mkdirSync(programs, { recursive: true });
  const record = '#!/bin/sh\nprintf "%s\\0" "$@" > "$SEEN"\nenv -0 > "$SEEN.environment"\n';
  for (const name of ['msprof', 'dyno', 'collector', 'job']) {
    writeFileSync(join(programs, name), record);
    chmodSync(join(programs, name), 0o755);
  }
  // The folders of these paths are nobody’s.
  writeFileSync(join(programs, 'mkdir'), '#!/bin/sh\n');
  chmodSync(join(programs, 'mkdir'), 0o755);
  return programs;
}

function seenAt(file: string): Seen {
  const parts = (path: string) => readFileSync(path, 'utf8').split('\0').slice(0, -1);
  return {
    words: parts(file),
    environment: Object.fromEntries(
      parts(`${file}.environment`).map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
    ),
  };
}

interface Seen {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

test.skipIf(!hasBash || !hasPython)('a path is a path in the shell, whatever stands in it: nothing of it runs', () => {
  const programs = standIns(folder);
  const wordsOf: Partial<Record<CollectorId, (seen: Seen) => string | undefined>> = {
    msprof: ({ words }) => words.find((word) => word.startsWith('--output='))?.slice('--output='.length),
    msmonitor: ({ words }) => words[words.indexOf('--log-file') + 1],
    perftracker: ({ words }) => words[words.indexOf('--output-dir') + 1],
    mindie: ({ environment }) => environment.PROFILING_FILEPATH,
    mindspore_env: ({ environment }) =>
      (JSON.parse(environment.MS_PROFILER_OPTIONS ?? '{}') as { output_path?: string }).output_path,
  };
  for (const [collector, pathOf] of Object.entries(wordsOf)) {
    for (const [at, evil] of evilPaths.entries()) {
      const place = join(folder, `run-${collector}-${at}`);
      mkdirSync(place);
      const output = evil.replaceAll('CANARY', join(place, 'canary'));
      const choice = { ...usualChoice('kernel', collector as CollectorId), output };
      const script = recipeOf(choice, 'zh').files.find(({ name }) => name === 'profile.sh' || name === 'ask.sh');
      writeFileSync(join(place, 'script.sh'), script?.text ?? '');
      const seenFile = join(place, 'seen');
      const { status, stderr } = spawnSync('bash', ['script.sh', 'job', 'argument'], {
        cwd: place,
        encoding: 'utf8',
        env: {
          ...{ PATH: `${programs}:${process.env.PATH}`, SEEN: seenFile, PERFTRACKER_COLLECTOR: 'collector' },
        },
      });
      expect([collector, evil, status, stderr]).toEqual([collector, evil, 0, '']);
      expect(pathOf?.(seenAt(seenFile))).toBe(output);
      expect(existsSync(join(place, 'canary'))).toBe(false);
    }
  }
});

test.skipIf(!hasPython)('a path is a path in Python: the profiler is given it as it is, and nothing of it runs', () => {
  const cases = (['torch_npu', 'mindspore', 'pytorch_gpu'] as const).flatMap((collector) =>
    evilPaths.map((evil) => {
      const output = evil.replaceAll('CANARY', join(folder, 'python-canary'));
      return { collector, output, text: recipeOf({ ...usualChoice('host', collector), output }, 'zh').files[0]?.text };
    }),
  );
  const run = `
import json, sys
from unittest.mock import MagicMock
seen = []
for case in json.load(sys.stdin):
    modules = {name: MagicMock() for name in ("torch", "torch_npu", "mindspore", "mindspore.profiler")}
    modules["mindspore"].Callback = object
    sys.modules.update(modules)
    scope = {}
    exec(compile(case["text"], "recipe", "exec"), scope)
    if case["collector"] == "mindspore":
        callback = scope["ProfileSteps"]()
        seen.append(modules["mindspore"].Profiler.call_args.kwargs["output_path"])
        context = MagicMock()
        for number in range(1, 20):
            context.original_args().cur_step_num = number
            callback.on_train_step_begin(context)
            callback.on_train_step_end(context)
            if number == 10: assert not callback.profiler.start.called
            if number == 11: assert callback.profiler.start.call_count == callback.profiler.stop.call_count == 1
        callback.on_train_end(context)
        assert callback.profiler.analyse.call_count == 1
    else:
        assert list(scope["profiled"]([1, 2, 3])) == [1, 2, 3]
        profiler = modules["torch_npu" if case["collector"] == "torch_npu" else "torch"].profiler
        assert profiler.profile().__enter__().step.call_count == 3
        seen.append(profiler.tensorboard_trace_handler.call_args.args[0])
print(json.dumps(seen))
`;
  const seen = execFileSync('python3', ['-c', run], { input: JSON.stringify(cases), encoding: 'utf8' });
  expect(JSON.parse(seen)).toEqual(cases.map(({ output }) => output));
  expect(existsSync(join(folder, 'python-canary'))).toBe(false);
});

test.skipIf(!hasPython)('of chosen ranks the others pass their batches on, and collect nothing', () => {
  const [file] = recipeOf({ ...usualChoice('step', 'torch_npu'), ranks: [0, 3] }, 'en').files;
  const run = `
import os, sys
from unittest.mock import MagicMock
for rank in range(5):
    module = sys.modules["torch_npu"] = MagicMock()
    os.environ["RANK"] = str(rank)
    scope = {}
    exec(sys.argv[1], scope)
    assert list(scope["profiled"]("ab")) == ["a", "b"]
    print(rank, module.profiler.profile.called)
`;
  expect(execFileSync('python3', ['-c', run, file?.text ?? ''], { encoding: 'utf8' })).toBe(
    '0 True\n1 False\n2 False\n3 True\n4 False\n',
  );
});

test('both MindSpores read ten keys of the environment', () => {
  const [file] = recipeOf({ ...usualChoice('kernel', 'mindspore_env'), metrics: 'Memory' }, 'en').files;
  const options = JSON.parse(/MS_PROFILER_OPTIONS='([^']*)'/.exec(file?.text ?? '')?.[1] ?? '') as object;
  const keys = Object.keys(options);
  // mindspore.cn, docs/en/r2.2, env_var_list: in its order they are start, output_path, op_time…
  expect(new Set(keys.slice(0, 10))).toEqual(
    new Set([
      ...['start', 'output_path', 'op_time', 'profile_memory', 'profile_communication', 'aicore_metrics', 'l2_cache'],
      ...['timeline_limit', 'data_process', 'parallel_strategy'],
    ]),
  );
  expect(keys.slice(-10)).toEqual([
    ...['start', 'output_path', 'profile_memory', 'l2_cache', 'data_process', 'parallel_strategy'],
    ...['activities', 'profiler_level', 'aic_metrics', 'with_stack'],
  ]);
  expect(options).toMatchObject({ start: true, aicore_metrics: 2, aic_metrics: 'Memory', profiler_level: 'Level1' });
});

test('what a collector cannot be told is said, and the level that it knows is written', () => {
  const choice = { ...usualChoice('memory', 'msprof'), level: 'none', hasStack: true, ranks: [2] } as const;
  const { files, notes } = recipeOf(choice, 'en');
  expect(notes).toContain('Cannot be set there: Python stacks, ranks.');
  expect(notes).toContain('Level none is not known there; level 0 is written.');
  expect(files[0]?.text).toContain('--task-time=l0');
  expect(files[0]?.text).toContain('--task-memory=on');
});

test('chosen ranks are analysed beside the job, and it is said what older releases leave', () => {
  for (const collector of ['dynamic_profile', 'msmonitor'] as const) {
    const choice = usualChoice('kernel', collector);
    const told = (ranks: readonly number[]) => {
      const { files, notes } = recipeOf({ ...choice, ranks }, 'en');
      const text = files.map((file) => file.text).join('\n');
      expect(text).toMatch(/"async_mode": true|--async-mode/);
      return notes.filter((note) => note.includes('leave raw data'));
    };
    expect(told([])).toEqual([]);
    expect(told([4, 5])[0]).toContain('analyse(');
  }
});

test('the cost is that of what is collected', () => {
  const costOf = (choice: Partial<RecipeChoice>) =>
    recipeOf({ ...usualChoice('light', 'torch_npu'), ...choice }, 'en').notes[0];
  expect(costOf({})).toBe('Costs at most 5 % of the step while it is taken.');
  expect(costOf({ level: '2', hasMemory: true, hasStack: true })).toMatch(/^Costs up to 38 % of the step/);
  expect(costOf({ level: '1' })).toMatch(/^Costs more than the lightest profile \(5 % of the step\)/);
  // Stacks are nothing that msprof collects.
  expect(costOf({ collector: 'msprof', hasStack: true })).toBe(costOf({}));
});

test('choices that cannot be written have a reason', () => {
  const usual = usualChoice('step', 'torch_npu');
  const kindOf = (choice: Partial<RecipeChoice>) => choiceProblem({ ...usual, ...choice })?.kind;
  expect(kindOf({})).toBeUndefined();
  expect(kindOf({ count: 10 })).toBeUndefined();
  expect([kindOf({ count: 11 }), kindOf({ count: 0 }), kindOf({ count: 1.5 })]).toEqual(['count', 'count', 'count']);
  expect([kindOf({ output: '' }), kindOf({ output: 'a\0b' })]).toEqual(['no-output', 'nul-in-output']);
  expect([kindOf({ skipped: -1 }), kindOf({ ranks: [-1] })]).toEqual(['skipped', 'ranks']);
});

test('ranks are numbers and stretches of them', () => {
  expect(parseRanks(' ')).toEqual([]);
  expect(parseRanks('5-7, 0,3,6')).toEqual([0, 3, 5, 6, 7]);
  expect([ranksText([]), ranksText([0, 3, 5, 6, 7, 9, 10])]).toEqual(['', '0,3,5-7,9-10']);
  expect(['a', '1,,2', '3-1', '1-', '-1', '0-9999999'].map(parseRanks)).toEqual(Array(6).fill(undefined));
});

test('both languages have the same values in each sentence', () => {
  const namesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const id of Object.keys(recipeEn) as (keyof typeof recipeEn)[])
    expect([id, namesOf(recipeZh[id])]).toEqual([id, namesOf(recipeEn[id])]);
});
