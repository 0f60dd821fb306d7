/** Tools about the timeline. */
import { z } from 'zod';
import type { DumpState, SliceSummary } from '../../../src-contract';
import { laneName } from '../../../src-report/laneName';
import { chosenGroups } from '../../../src-report/trace/traceFile';
import { dumpName, instant, limit, type Tool, tool } from './tools';

const laneText = z
  .string()
  .max(200)
  .optional()
  .describe('Only lanes with this in their name, or in that of their process');

export const sliceTools: readonly Tool[] = [
  tool(
    'search_slices',
    'Slices of all ranks whose name has a text (case is ignored): how many there are, and the first by rank, lane and start.',
    { dump: dumpName, text: z.string().min(1).max(200), limit: limit(50, 500) },
    async (dumps, args) => {
      const { dump, state } = await dumps.get(args.dump);
      const found = await dumps.engine.search({ dump, text: args.text, maxResults: args.limit });
      return { totalCount: found.totalCount, slices: found.slices.map((own) => plainSlice(own, state)) };
    },
  ),
  tool(
    'statistics',
    'How often each name occurs in a stretch of time, and how long it takes in all, longest first. Of a slice that reaches over an end of the stretch only the part in it counts.',
    { dump: dumpName, startNs: instant, endNs: instant, lanes: laneText, limit: limit(30, 500) },
    async (dumps, args) => {
      const { dump, state } = await dumps.get(args.dump);
      const lanes = state.ranks.flatMap((rank) => chosenGroups(rank, args.lanes).flatMap(({ lanes: own }) => own));
      const { rows, sliceCount, nameCount } = await dumps.engine.statistics({
        dump,
        startNs: args.startNs,
        endNs: args.endNs,
        lanes: lanes.map(({ lane }) => lane),
        maxRows: args.limit,
      });
      const plain: object[] = [];
      for (const { name, count, totalNs, minNs, maxNs, longest } of rows) {
        const slice = await dumps.engine.slice(dump, longest);
        plain.push({ name, count, totalNs, minNs, maxNs, longest: slice ? plainSlice(slice, state) : null });
      }
      return { sliceCount, nameCount, rows: plain };
    },
  ),
  tool(
    'slices_of_stretch',
    'Events of one rank in a stretch of time with their args, as trace-event JSON texts in the order of the file. ts is µs by the rank’s own clock, dur µs.',
    {
      dump: dumpName,
      rank: z.int().min(0).describe('Number of the rank in the job'),
      startNs: instant,
      endNs: instant,
      lanes: laneText,
      limit: limit(50, 500),
    },
    async (dumps, args) => {
      const { dump, state } = await dumps.get(args.dump);
      const rank = state.ranks.find((own) => (own.rank ?? own.index) === args.rank);
      if (!rank) throw new Error(`The dump has no rank ${args.rank}.`);
      const chosen = chosenGroups(rank, args.lanes).flatMap(({ lanes }) => lanes);
      const page = await dumps.engine.ask(dump, 'job.trace', {
        rank: rank.index,
        startNs: args.startNs,
        endNs: args.endNs,
        lanes: chosen.map(({ lane, pid, tid, series }) => ({ lane, pid, tid, series })),
        first: 0,
        count: args.limit,
      });
      const events = page?.text.split(',\n').filter((line) => line !== '') ?? [];
      return { sliceCount: page?.sliceCount ?? 0, arrowCount: page?.arrowCount ?? 0, events };
    },
  ),
];

function plainSlice({ ref, lane, name, startNs, durationNs }: SliceSummary, { ranks }: DumpState): object {
  return { rank: ranks[ref.rank]?.label ?? null, lane: laneName(lane, ref.rank, ranks), name, startNs, durationNs };
}
