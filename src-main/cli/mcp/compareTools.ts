/** Two sides held against each other, as `tracelane analyze --compare` does. */
import { z } from 'zod';
import { compareJson } from '../../../src-report/compare/compareJson';
import { sidesOf } from '../analyze/compareSides';
import { dumpName, limit, type Tool, tool } from './tools';

type PlainComparison = Readonly<Record<string, unknown>> & {
  readonly kernels: readonly object[];
  readonly ops: PlainOps | null;
};

type PlainOps = Readonly<Record<string, unknown>> & {
  readonly names: readonly object[];
  readonly ops: readonly object[];
};

const rankOf = z.int().min(0).optional();
const stepOf = z
  .union([z.int().min(0), z.literal('all')])
  .default('all')
  .describe('Number of the step, or all: their mean');

export const compareTools: readonly Tool[] = [
  tool(
    'compare',
    'What changed from side A to side B (two dumps, ranks or steps): the difference of the step by parts that sum to it, with 95 % intervals from repeats (lowMs, highMs); kernels by type and shapes; framework ops by name.',
    {
      dump: dumpName,
      other: dumpName.optional().describe('Dump of side B; without it both sides are of the same'),
      rankA: rankOf.describe('Number of the rank in the job; without it the one that takes longest'),
      rankB: rankOf.describe('The same of side B; without it the number of side A'),
      stepA: stepOf,
      stepB: stepOf,
      limit: limit(20, 200),
    },
    async (dumps, { dump, other = dump, rankA, rankB, stepA, stepB, limit: most }) => {
      const first = await dumps.get(dump);
      const second = await dumps.get(other);
      const found = await sidesOf(dumps.engine, first, second, {
        ranks: [rankA, rankB],
        steps: [stepA, stepB],
        words: { ranks: 'rankA, rankB', steps: 'stepA, stepB' },
      });
      if (typeof found === 'string') throw new Error(found);
      const report = await dumps.engine.ask(first.dump, 'compare.report', found);
      const { kernels, ops, ...rest } = compareJson(first.state, second.state, report) as PlainComparison;
      return { ...rest, kernels: kernels.slice(0, most), ops: ops && plainOps(ops, most) };
    },
  ),
];

/** By name: one by one they are thousands. */
function plainOps({ names, ops: _, ...told }: PlainOps, most: number): object {
  return { ...told, nameCount: names.length, names: names.slice(0, most) };
}
