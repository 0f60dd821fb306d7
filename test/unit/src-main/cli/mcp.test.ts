/** The server over standard input and output, asked by the SDK's own client. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { answerText } from '../../../../src-main/cli/mcp/answerText';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { sharedJob } from '../../../fixtures/sharedJob';

const { programPath } = builtWorker();

test('each tool answers about a dump that was opened', async () => {
  const { folder } = await sharedJob({ ranks: 2, steps: 2, eventsPerRank: 30_000, seed: 5 });
  const home = temporaryFolder();
  const client = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env.PATH ?? '', XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
  await client.connect(
    new StdioClientTransport({ command: 'node', args: [programPath, 'mcp'], env, stderr: 'inherit' }),
  );
  const ask = async (name: string, args: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } });
    const [{ text }] = content as [{ readonly text: string }];
    return { isError: isError === true, answer: JSON.parse(text), text };
  };
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['open_dump', 'findings', 'step_split', 'top_kernels', 'critical_path', 'functions'],
      ...['late_ranks', 'collectives', 'notices', 'compare', 'what_if_choices', 'what_if'],
      ...['search_slices', 'statistics', 'slices_of_stretch'],
    ]);
    const { answer: opened } = await ask('open_dump', { path: folder });
    expect(opened).toMatchObject({ dump: 'dump-1', ranks: [{ rank: 0, status: 'ready' }, { rank: 1 }] });
    const { dump, startNs, endNs } = opened;
    expect((await ask('findings', { dump, limit: 1 })).answer).toMatchObject({
      trust: expect.any(Array),
      stepCount: 2,
    });
    const { answer: split } = await ask('step_split', { dump });
    for (const own of split.split)
      expect(own.computingMs + own.notOverlappedMs + own.freeMs).toBeCloseTo(own.stageMs, 3);
    const { answer: kernels } = await ask('top_kernels', { dump, limit: 3 });
    expect(kernels.rows).toHaveLength(3);
    expect(kernels.rows[0].totalMs).toBeGreaterThanOrEqual(kernels.rows[1].totalMs);
    const { answer: path } = await ask('critical_path', { dump, limit: 4 });
    expect(path.ops).toHaveLength(4);
    const sumMs = path.components.reduce((sum: number, own: { readonly ms: number }) => sum + own.ms, 0);
    expect(sumMs).toBeCloseTo(path.stepMs, 3);
    const { answer: functions } = await ask('functions', { dump, limit: 5 });
    expect(functions.functions).toHaveLength(Math.min(5, functions.total));
    expect((await ask('late_ranks', { dump })).answer.ranks).toBeInstanceOf(Array);
    const { answer: collectives } = await ask('collectives', { dump, limit: 5 });
    const elapsed = collectives.rows.map((row: { readonly elapseNs: number }) => row.elapseNs);
    expect(elapsed).toEqual([...elapsed].sort((a: number, b: number) => b - a));
    expect(elapsed).toHaveLength(5);
    expect((await ask('notices', { dump })).isError).toBe(false);
    const { answer: compared } = await ask('compare', { dump, rankA: 0, rankB: 1, limit: 3 });
    expect([compared.a.rank, compared.b.rank, compared.kernels.length, compared.ops.names.length]).toEqual([
      0, 1, 3, 3,
    ]);
    const deltas = compared.parts.map((part: { readonly deltaMs: number }) => part.deltaMs);
    expect(deltas.reduce((sum: number, ms: number) => sum + ms, 0)).toBeCloseTo(compared.step.deltaMs, 3);
    const { answer: itself } = await ask('compare', { dump, other: dump, stepA: 10, stepB: 11 });
    expect([itself.a.rank, itself.b.rank, itself.a.steps.length]).toEqual([itself.b.rank, itself.a.rank, 1]);
    const { answer: choices } = await ask('what_if_choices', { dump });
    const [{ name: longest }] = choices.kernels;
    const halved = [{ kind: 'kernels', name: longest, factor: 0.5 }];
    const { answer: predicted } = await ask('what_if', { dump, changes: halved });
    // The mean of both steps, where the path is of one.
    expect(predicted.stepMs / split.stepMs).toBeCloseTo(1, 2);
    expect(predicted.predictedMs).toBeLessThan(predicted.stepMs);
    expect(predicted.changedCount).toBe(choices.kernels[0].count);
    const { answer: found } = await ask('search_slices', { dump, text: 'matmul', limit: 2 });
    expect(found.slices).toHaveLength(2);
    expect(found.slices[0].name.toLowerCase()).toContain('matmul');
    const { answer: names } = await ask('statistics', { dump, startNs, endNs, limit: 2 });
    expect(names.rows[0].totalNs).toBeGreaterThanOrEqual(names.rows[1].totalNs);
    const stretch = { dump, rank: 1, startNs, endNs: (startNs + endNs) / 2, limit: 3 };
    const { answer: slices } = await ask('slices_of_stretch', stretch);
    expect(slices.events.map((event: string) => JSON.parse(event).name)).toHaveLength(3);

    // What makes no sense is answered with a sentence, and the server goes on.
    for (const [name, args, message] of [
      ['findings', { dump: 'dump-9' }, /No dump "dump-9" is open/],
      ['findings', { dump, limit: 0 }, /Wrong arguments of findings/],
      ['findings', { dump, other: 1 }, /Wrong arguments of findings/],
      ['open_dump', { path: join(home, 'not there') }, /Could not open/],
      ['slices_of_stretch', { ...stretch, rank: 7 }, /no rank 7/],
      ['compare', { dump, rankA: 7 }, /has no rank 7; it has 0, 1\. Choose with rankA, rankB/],
      ['compare', { dump, stepA: 7 }, /has no step 7; it has 10, 11\. Choose with stepA, stepB/],
      ['what_if', { dump, changes: [{ kind: 'lateness' }] }, /Wrong arguments of what_if/],
      ['constructor', {}, /There is no tool/],
    ] as const) {
      const { isError, answer } = await ask(name, args);
      expect([isError, answer.error], name).toEqual([true, expect.stringMatching(message)]);
    }
  } finally {
    await client.close();
  }
});

test('no server of HTTP is in the program, though the SDK brings one', () => {
  const folder = dirname(programPath);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const bundled = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  expect(bundled).toContain('node_modules/@modelcontextprotocol/sdk/dist/esm/server/stdio.js');
  for (const name of ['express', 'hono', '@hono/node-server', 'cors', 'jose', 'eventsource', 'cross-spawn', 'ajv'])
    expect(bundled, name).not.toContain(`node_modules/${name}/`);
});

test('answers are bounded, and names in them are text', () => {
  const text = answerText({
    rows: Array.from({ length: 5000 }, (_, i) => ({ i, name: `n\u001b\u202e"${'x'.repeat(900)}` })),
  });
  expect(text.length).toBeLessThanOrEqual(60_000);
  expect(text).not.toMatch(/\p{Cc}|\u202e/u);
  const { rows } = JSON.parse(text);
  expect(rows.at(-1)).toEqual({ omitted: 5000 - (rows.length - 1) });
  expect(rows[0].name).toContain('n\u001b\u202e"x');
  expect(answerText({ large: 1n, none: Number.NaN })).toBe('{"large":"1","none":null}');
});
