/** Steps replayed with something changed: the form of the window's Findings. */
import { z } from 'zod';
import type { WhatIfChange } from '../../../src-contract';
import { hostParts } from '../../../src-contract/views/whatIf';
import { dumpName, type Tool, tool } from './tools';

const rank = z.int().min(0).describe('Number of the rank in the job');
const factor = z.number().min(0).max(10).describe('Of the time that it takes; 0 removes it, 0.5 halves it');
const ranks = z.array(rank).max(1000).exactOptional().describe('Only on these ranks; without it on all');
const name = z.string().min(1).max(500);
const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('kernels'), name: name.describe('Of the kernels'), ranks, factor }),
  z.strictObject({ kind: z.literal('computing'), ranks, factor }),
  z.strictObject({ kind: z.literal('communication'), ranks, factor }),
  z.strictObject({ kind: z.literal('link'), source: rank, target: rank, factor }),
  z.strictObject({ kind: z.literal('group'), group: name, factor }),
  z.strictObject({ kind: z.literal('transport'), transport: name, factor }),
  z.strictObject({ kind: z.literal('host'), part: z.enum(hostParts), ranks, factor }),
  z.strictObject({ kind: z.literal('like-peers'), rank }).describe('It computes as its peers do'),
  z.strictObject({ kind: z.literal('lateness'), rank }).describe('Nobody waits for it'),
]) satisfies z.ZodType<WhatIfChange>;

const NOTHING = 'No timeline of this dump has tasks of a device: no step can be replayed.';
/** Of what there is to change: the first, by time. */
const MOST_CHOICES = 40;

export const whatIfTools: readonly Tool[] = [
  tool(
    'what_if_choices',
    'What can be changed in what_if: names of kernels by time, groups, transports, ranks, and links below the median of their transport.',
    { dump: dumpName },
    async (dumps, args) => {
      const { dump } = await dumps.get(args.dump);
      const choices = await dumps.engine.ask(dump, 'findings.choices', {});
      if (!choices) throw new Error(NOTHING);
      const { kernels, groups, ...rest } = choices;
      return {
        kernels: kernels.slice(0, MOST_CHOICES).map(({ name: own, ns, count }) => ({ name: own, ms: ns / 1e6, count })),
        groups: groups.slice(0, MOST_CHOICES).map(({ group, ranks: of, ns }) => ({ group, ranks: of, ms: ns / 1e6 })),
        ...rest,
        hostParts,
      };
    },
  ),
  tool(
    'what_if',
    'The step predicted by replay of what waits for what, with kernels, a link, a rank or work of the host made faster or slower, or removed. changedCount 0: nothing of the kind is there.',
    { dump: dumpName, changes: z.array(change).min(1).max(20) },
    async (dumps, args) => {
      const { dump } = await dumps.get(args.dump);
      const found = await dumps.engine.ask(dump, 'findings.whatIf', { changes: args.changes });
      if (!found) throw new Error(NOTHING);
      const { stepNs, predictedNs, bound, changedCount } = found;
      return {
        stepMs: stepNs / 1e6,
        predictedMs: predictedNs / 1e6,
        changedCount,
        bound: bound ?? null,
        ranks: found.ranks.map((own) => {
          return { rank: own.rank, label: own.label, stepMs: own.stepNs / 1e6, predictedMs: own.predictedNs / 1e6 };
        }),
      };
    },
  ),
];
