import type { MemoryQuestions } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { opSliceAt } from './callStacks';

type OpSlice = MemoryQuestions['memory.opSlice'];

/** The op on the timeline that took the memory. */
export async function opSlice(
  dump: DumpContext,
  { rank, name, atNs }: OpSlice['question'],
): Promise<OpSlice['answer']> {
  const view = await dump.timeline(rank);
  const slice = view && opSliceAt(view, name, view.time.first(atNs));
  return { ...(view && slice !== undefined && { slice: view.summary(slice) }) };
}
