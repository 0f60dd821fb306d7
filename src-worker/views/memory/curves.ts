import type { CurveChoice, MemoryCurve, MemoryQuestions } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { componentById, type MemoryData } from '../../model/memory/memoryData';
import { memoryOf } from '../../model/memory/rankMemory';
import { stepCurve } from './downsample';
import { liveCurve } from './liveCurve';
import { moduleSamples } from './modules';

type Question = MemoryQuestions['memory.curves']['question'];

/** The curves asked for, without those that the dump does not have. */
export async function memoryCurves(dump: DumpContext, { curves, window, buckets }: Question): Promise<MemoryCurve[]> {
  const found: MemoryCurve[] = [];
  for (const choice of curves) {
    const samples = await samplesOf(dump, choice);
    if (!samples) continue;
    const { rank } = choice;
    const own = window && { startNs: dump.fromJobNs(rank, window.startNs), endNs: dump.fromJobNs(rank, window.endNs) };
    const curve = stepCurve(samples.timeNs, samples.bytes, Math.max(1, buckets), own);
    found.push({ ...curve, choice, timeNs: curve.timeNs.map((ns) => dump.toJobNs(rank, ns)) });
  }
  return found;
}

interface Samples {
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
}

async function samplesOf(dump: DumpContext, choice: CurveChoice): Promise<Samples | undefined> {
  const rank = dump.rankAt(choice.rank);
  if (!rank) return undefined;
  if (choice.kind === 'module') return moduleSamples(dump, rank, choice.module);
  const data = await memoryOf(dump, rank);
  if (!data) return undefined;
  if (choice.kind === 'stream') return streamSamples(data, choice.component, choice.stream);
  const records = componentById(data, choice.component);
  const bytes = records?.values[choice.metric];
  return records && bytes && !records.isTimeLost ? { timeNs: records.timeNs, bytes } : undefined;
}

/** What was allocated on one stream since the recording began. */
export function streamSamples({ allocations }: MemoryData, component: string, stream: string): Samples {
  const { component: components, stream: streams } = allocations;
  return liveCurve(
    allocations,
    (row) => streams.texts[streams.codes[row]] === stream && components.texts[components.codes[row]] === component,
  );
}
