import { z } from 'zod';
import { type CommLink, isPseudoOp, opType, splitOpName, stepName, trafficBytes } from './model';

const MS = 1_000_000;

const link = z.object({
  'Transport Type': z.string().default(''),
  'Transit Size(MB)': z.number().default(0),
  'Transit Time(ms)': z.number().default(0),
});

/** Where a link's numbers stand for places in a group: that group's ranks; undefined where they are not known. */
export type RanksOfGroup = (group: string) => readonly number[] | undefined;

/**
 * `communication_matrix.json` of one rank: `{stepN: {p2p, collective: {"allreduce-total@group": {"0-1": {…}}}}}`. Of the
 * kinds of rows (top1, middle, bottom1…3, total) only the totals are kept: the others are single collectives out of it.
 */
export function rankLinks(parsed: unknown, ranksOf: RanksOfGroup): CommLink[] {
  const links: CommLink[] = [];
  for (const [step, byKind] of entriesOf(parsed)) {
    for (const [kind, byOps] of entriesOf(byKind)) {
      if (kind !== 'p2p' && kind !== 'collective') continue;
      for (const [name, pairs] of entriesOf(byOps)) {
        const { name: opName, group } = splitOpName(name);
        const part = /^(.*)-(total|top\d*|middle|bottom\d*)$/.exec(opName);
        if (isPseudoOp(opName) || (part && part[2] !== 'total')) continue;
        const type = part ? part[1] : opType(opName);
        const ranks = ranksOf(group);
        const op = part ? '' : opName;
        links.push(...pairLinks(pairs, { step: stepName(step), kind, type, op, group }, ranks));
      }
    }
  }
  return links;
}

/** `cluster_communication_matrix.json`: `{p2p | "(0, 1, …)": {stepN: {"op@group": {"0-1": {…}}}}}`, with ranks of the job. */
export function clusterLinks(parsed: unknown): CommLink[] {
  const links: CommLink[] = [];
  for (const [set, bySteps] of entriesOf(parsed)) {
    for (const [step, byOps] of entriesOf(bySteps)) {
      for (const [name, pairs] of entriesOf(byOps)) {
        const { name: op, group, type } = splitOpName(name);
        if (isPseudoOp(op)) continue;
        const kind = set === 'p2p' ? 'p2p' : 'collective';
        links.push(...pairLinks(pairs, { step: stepName(step), kind, type, op, group }, 'global'));
      }
    }
  }
  return links;
}

type Place = Pick<CommLink, 'step' | 'kind' | 'type' | 'op' | 'group'>;

function pairLinks(pairs: unknown, place: Place, ranks: readonly number[] | 'global' | undefined): CommLink[] {
  const links: CommLink[] = [];
  for (const [pair, value] of entriesOf(pairs)) {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(pair) ?? [];
    const { success, data } = link.safeParse(value);
    if (from === undefined || to === undefined || !success) continue;
    const [source, target] = [Number(from), Number(to)];
    const known = Array.isArray(ranks) && source < ranks.length && target < ranks.length;
    links.push({
      ...place,
      source: known ? ranks[source] : source,
      target: known ? ranks[target] : target,
      isGlobal: known || ranks === 'global',
      transport: data['Transport Type'],
      sizeBytes: trafficBytes(data['Transit Size(MB)']),
      transitNs: data['Transit Time(ms)'] * MS,
    });
  }
  return links;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
