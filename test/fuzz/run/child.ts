/**
 * A process that gives mutants to the program, one after another; the program stays warm. Whoever started it watches it: it
 * may end, or not answer, at any mutant.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Finding, Format, Input } from '../format';
import { allFormats } from '../formats/allFormats';
import { mutantOf } from '../mutant';
import { startProgram } from '../program/program';
import { type FromChild, HANG_MS, MEMORY_LIMIT_BYTES, type Result, type Task } from './messages';

const formats = allFormats(new URL('tokenizer.wasm', import.meta.url));
const program = startProgram(process.argv[2], new URL('worker.cjs', import.meta.url));
const inputs = new Map<Format, readonly Input[]>();
const normalMs = new Map<Input, number>();
/** What is wrong with unchanged inputs is told with their first mutant. */
const untold = new Map<Input, readonly Finding[]>();

process.on('message', (task: Task) => void perform(task));
process.on('disconnect', () => process.exit());
tell({ kind: 'ready' });

function tell(message: FromChild): void {
  process.send?.(message);
}

async function perform(task: Task): Promise<void> {
  const format = formatNamed(task.kind === 'mutant' ? task.id.format : task.format);
  const those = await inputsOf(format);
  const { input, bytes, steps } = task.kind === 'mutant' ? mutantOf(format, those, task.id) : given(task, those);
  const limitMs = HANG_MS + 3 * (await normal(format, input));
  tell({ kind: 'begun', limitMs, input: input.name });
  const { findings, ms, peakBytes } = await measured(format, input, bytes);
  const all = [...(untold.get(input) ?? []), ...findings];
  untold.delete(input);
  if (ms > limitMs) all.push({ kind: 'hang', detail: `more than a second and thrice what ${input.name} takes` });
  if (peakBytes > MEMORY_LIMIT_BYTES) all.push({ kind: 'memory', detail: `more than ${MEMORY_LIMIT_BYTES} bytes` });
  const result: Result = { input: input.name, steps, ms, limitMs, peakBytes, findings: all };
  tell({ kind: 'done', result });
}

function formatNamed(name: string): Format {
  const format = formats.find((one) => one.name === name);
  if (!format) throw new Error(`There is no format ${name}`);
  return format;
}

function given(task: Extract<Task, { kind: 'bytes' }>, those: readonly Input[]) {
  const input = those.find(({ name }) => name === task.input);
  if (!input) throw new Error(`There is no input ${task.input}`);
  return { input, bytes: Buffer.from(task.bytes), steps: [] };
}

async function inputsOf(format: Format): Promise<readonly Input[]> {
  let known = inputs.get(format);
  if (!known) {
    known = await format.inputs();
    inputs.set(format, known);
    // The first one would be measured with all the code still cold.
    if (known.length > 0) await format.run(program, known[0], known[0].bytes);
  }
  return known;
}

/** Ms that the unchanged input takes. */
async function normal(format: Format, input: Input): Promise<number> {
  const known = normalMs.get(input);
  if (known !== undefined) return known;
  const { ms, findings } = await measured(format, input, input.bytes);
  normalMs.set(input, ms);
  untold.set(
    input,
    findings.map(({ kind, detail }) => ({ kind, detail: `${input.name}, unchanged: ${detail}` })),
  );
  return ms;
}

async function measured(format: Format, input: Input, bytes: Buffer) {
  forgetPeak();
  const startMs = performance.now();
  const findings = [...(await format.run(program, input, bytes))];
  const ms = performance.now() - startMs;
  findings.push(...program.takeDeaths().map((detail): Finding => ({ kind: 'crash', detail })));
  return { findings, ms, peakBytes: peakBytes() };
}

/** Linux tells the most memory since it was asked to forget it; elsewhere what is held now must do. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not Linux, or not allowed.
  }
}

function peakBytes(): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}
