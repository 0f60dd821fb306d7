/** What a rank's record has from its kernels, the largest table, and needs no collectives for. */
import type { FindingEvidence, RankIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { taskAt } from '../../model/kernels/kernelSlices';
import { kernelsOf } from '../../model/kernels/kernels';
import { type KernelWork, kernelWork } from '../../model/kernels/kernelWork';
import { type KernelSequences, kernelSequences } from '../../model/kernels/sequences';
import { type FunctionPattern, patternsOfKernels } from '../../model/patterns/rankPatterns';
import { threshold } from '../../model/thresholds';
import { sliceEvidence } from './sliceEvidence';

export interface TableFacts {
  /** Undefined: the rank has no kernels. */
  readonly kernels: KernelWork | undefined;
  /** Undefined without kernels that have a start. */
  readonly sequences: SequenceRecord | undefined;
  /** Undefined without a timeline. */
  readonly patterns: readonly FunctionPattern[] | undefined;
}

export interface SequenceRecord extends KernelSequences {
  /** In the order of `sequences`: the first and the last kernel of the worst occurrence; none without a timeline. */
  readonly evidence: readonly (readonly FindingEvidence[])[];
}

export async function tableFacts(dump: DumpContext, index: RankIndex): Promise<TableFacts> {
  const [{ source, table }] = await kernelsOf(dump, [index]);
  const hasKernels = source !== undefined;
  return {
    kernels: hasKernels ? kernelWork(table, threshold('ai-cpu.least')) : undefined,
    sequences: hasKernels ? await sequencesOf(dump, index, kernelSequences(table)) : undefined,
    patterns: await patternsOfKernels(dump, dump.knownRank(index)),
  };
}

async function sequencesOf(
  dump: DumpContext,
  index: RankIndex,
  found: KernelSequences | undefined,
): Promise<SequenceRecord | undefined> {
  if (!found) return undefined;
  const evidence = await dump.ofTimeline('kernels of sequences', index, (view) => {
    const toIndexNs = (ns: number) => dump.toOwnNs(ns) - view.offsetNs;
    return found.sequences.map(({ worst }) => {
      const slices = [worst.first, worst.last].map(({ name, startNs }) => taskAt(view, name, toIndexNs(startNs)));
      return slices.flatMap((slice) => (slice === undefined ? [] : [sliceEvidence(view, slice)]));
    });
  });
  return { ...found, evidence: evidence ?? [] };
}
