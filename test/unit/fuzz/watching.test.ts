import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/indexed';
import type { Finding } from '../../fuzz/format';
import { Failures } from '../../fuzz/run/failures';
import { minimised } from '../../fuzz/run/minimise';
import { WorkerProcess } from '../../fuzz/run/workerProcess';

/** A process that does with the mutants what their numbers say. */
const CHILD = `
process.send({ kind: 'ready' });
process.on('message', ({ id: { number } }) => {
  // The one that hangs is given up after 0.1 s; the others have all the time that a busy machine takes.
  process.send({ kind: 'begun', limitMs: number === 2 ? -4900 : 10_000, input: 'input' });
  if (number === 1) { console.error('last words'); process.exit(3); }
  if (number === 2) for (;;);
  process.send({ kind: 'done', result: { input: 'input', pid: process.pid, findings: [] } });
});`;

function startChild(): WorkerProcess {
  const folder = temporaryFolder();
  const childPath = join(folder, 'child.mjs');
  writeFileSync(childPath, CHILD);
  const worker = new WorkerProcess({ childPath, folder });
  onTestFinished(() => worker.stop());
  return worker;
}

const mutant = (number: number) => ({ kind: 'mutant', id: { format: 'x', seed: 1, number } }) as const;

test('a process that ends or hangs is told of, and another one takes its place', async () => {
  const worker = startChild();
  const first = await worker.perform(mutant(0));
  const second = await worker.perform(mutant(0));
  expect(first).toMatchObject({ kind: 'done' });
  expect(second).toEqual(first);
  expect(await worker.perform(mutant(1))).toMatchObject({ kind: 'died', input: 'input', output: 'last words\n' });
  expect(await worker.perform(mutant(2))).toMatchObject({ kind: 'silent', input: 'input' });
  const last = await worker.perform(mutant(0));
  expect(last).toMatchObject({ kind: 'done' });
  expect(last).not.toEqual(first);
});

test('a failing input is made as small as it fails the same way', async () => {
  const bytes = Buffer.from(Array.from({ length: 300 }, (_, i) => `line ${i}`).join('\n'));
  const [failure] = [
    new Failures().add({ format: 'x', seed: 1, number: 1 }, 'x', [], { kind: 'lost', detail: '7 rows' }),
  ];
  if (!failure) throw new Error('It is the first one');
  const findingsOf = async (tried: Buffer): Promise<Finding[]> => {
    const text = tried.toString();
    if (!text.includes('line 200')) return [{ kind: 'wording', detail: 'another failure' }];
    return text.includes('line 13\n') ? [{ kind: 'lost', detail: '9 rows' }] : [];
  };
  const small = await minimised(bytes, failure, findingsOf);
  expect(small.toString()).toBe('line 13\nline 200\n');
});

test('failures that differ in numbers and quoted names only are one', () => {
  const failures = new Failures();
  const id = { format: 'csv', seed: 1, number: 1 };
  expect(failures.add(id, 'x', [], { kind: 'lost', detail: '7 rows, 5 read' })).toBeDefined();
  expect(failures.add(id, 'x', [], { kind: 'lost', detail: '9 rows, 3 read' })).toBeUndefined();
  expect(failures.add(id, 'x', [], { kind: 'hang', detail: '9 rows, 3 read' })).toBeDefined();
  expect(failures.countOf('csv', 'lost')).toBe(2);
});
