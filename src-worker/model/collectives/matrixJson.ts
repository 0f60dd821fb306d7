import { isPseudoOp, type LinkTraffic, opType, splitOpName, stepName, trafficBytes } from './collective';
import { entriesOf, numberAt, objectOf } from './jsonFields';
import { isCutShort, SummedTypes } from './summedTypes';

const MS = 1_000_000;

/** Where a link's numbers stand for places in a group: that group's ranks; undefined where they are not known. */
export type RanksOfGroup = (group: string) => readonly number[] | undefined;

/**
 * `communication_matrix.json` of one rank: `{stepN: {p2p, collective: {"allreduce-total@group": {"0-1": {…}}}}}`. Of the
 * kinds of rows (top1, middle, bottom1…3, total) only the totals are kept: the others are single collectives out of it, which tell
 * what the total is of.
 */
export function rankLinks(parsed: unknown, ranksOf: RanksOfGroup): LinkTraffic[] {
  const links: LinkTraffic[] = [];
  for (const [step, byKind] of entriesOf(parsed)) {
    for (const [kind, byOps] of entriesOf(byKind)) {
      if (kind !== 'p2p' && kind !== 'collective') continue;
      const types = summedTypes(byOps);
      for (const [name, pairs] of entriesOf(byOps)) {
        const place = linkPlace(name, types);
        if (!place) continue;
        addPairs(links, pairs, { step: stepName(step), kind, ...place }, ranksOf(place.group));
      }
    }
  }
  return links;
}

/** `cluster_communication_matrix.json`: `{p2p | "(0, 1, …)": {stepN: {"op@group": {"0-1": {…}}}}}`, with ranks of the job. */
export function clusterLinks(parsed: unknown): LinkTraffic[] {
  const links: LinkTraffic[] = [];
  for (const [set, bySteps] of entriesOf(parsed)) {
    for (const [step, byOps] of entriesOf(bySteps)) {
      const types = summedTypes(byOps);
      for (const [name, pairs] of entriesOf(byOps)) {
        const place = linkPlace(name, types);
        if (!place) continue;
        const kind = set === 'p2p' ? 'p2p' : 'collective';
        addPairs(links, pairs, { step: stepName(step), kind, ...place }, 'global');
      }
    }
  }
  return links;
}

type Place = Pick<LinkTraffic, 'step' | 'kind' | 'type' | 'op' | 'group'>;

/** Rows by name, those of single collectives among them. */
function summedTypes(byOps: unknown): SummedTypes {
  const types = new SummedTypes();
  for (const [fullName, pairs] of entriesOf(byOps)) {
    const sum = sumOfPicked(fullName);
    if (!sum) continue;
    for (const [, link] of entriesOf(pairs)) {
      const opName = objectOf(link)?.['Op Name'];
      if (typeof opName === 'string') types.add(sum, opName);
    }
  }
  return types;
}

/** The sum that a row’s collective was picked out of; undefined of other rows, and where the sum’s name tells what it is of. */
export function sumOfPicked(fullName: string): Pick<LinkTraffic, 'type' | 'group'> | undefined {
  const { type, part, group } = rowName(fullName);
  return part === undefined || part === 'total' || !isCutShort(type) ? undefined : { type, group };
}

/**
 * What a row is about, from its name: "allreduce-total@group" (all collectives of a type) or "hcom_send__822_0@group" (one).
 * Undefined for what is there twice: the sum over everything, and single collectives picked out of a total.
 */
export function linkPlace(
  fullName: string,
  types: SummedTypes,
): Pick<LinkTraffic, 'type' | 'op' | 'group'> | undefined {
  const { name, type, part, group } = rowName(fullName);
  if (isPseudoOp(name) || (part !== undefined && part !== 'total')) return undefined;
  return part === undefined
    ? { type: opType(name), op: name, group }
    : { type: types.typeOf({ type, group }), op: '', group };
}

/** `part`: "total", "top1" …; undefined of one collective. */
function rowName(fullName: string) {
  const { name, group } = splitOpName(fullName);
  const [, type = name, part] = /^(.*)-(total|top\d*|middle|bottom\d*)$/.exec(name) ?? [];
  return { name, group, type, part };
}

/** A rank of the job in the place of one in a group; 'global': they are such already; undefined: not known. */
export function globalPair(
  source: number,
  target: number,
  ranks: readonly number[] | 'global' | undefined,
): Pick<LinkTraffic, 'source' | 'target' | 'isGlobal'> {
  if (ranks === 'global') return { source, target, isGlobal: true };
  if (!ranks || source >= ranks.length || target >= ranks.length) return { source, target, isGlobal: false };
  return { source: ranks[source], target: ranks[target], isGlobal: true };
}

function addPairs(
  links: LinkTraffic[],
  pairs: unknown,
  place: Place,
  ranks: readonly number[] | 'global' | undefined,
): void {
  const { step, kind, type, op, group } = place;
  for (const [pair, value] of entriesOf(pairs)) {
    const dash = pair.indexOf('-');
    const source = Number(pair.slice(0, dash));
    const target = Number(pair.slice(dash + 1));
    const link = objectOf(value);
    if (dash < 1 || !link || !Number.isInteger(source) || !Number.isInteger(target)) continue;
    const transport = link['Transport Type'];
    const sizeBytes = trafficBytes(numberAt(link, 'Transit Size(MB)'));
    const transitNs = numberAt(link, 'Transit Time(ms)') * MS;
    if (Number.isNaN(sizeBytes + transitNs)) continue;
    const ends = globalPair(source, target, ranks);
    // Member by member: spreading takes longer than all else here, and there are tens of thousands.
    links.push({
      step,
      kind,
      type,
      op,
      group,
      source: ends.source,
      target: ends.target,
      isGlobal: ends.isGlobal,
      transport: typeof transport === 'string' ? transport : '',
      sizeBytes,
      transitNs,
    });
  }
}
