/** The critical path of a step as a lane of the rank whose step it is: a part for its `RankView`, which no file has. */
import { type HueClass, PATH_PARTS, type PathComponent, type PathQuestion } from '../../../src-contract';
import { columnsOf, computedPart } from '../../index/computed/computedPart';
import type { StandIns } from '../../index/rankIndex';
import type { DumpContext } from '../dumpContext';
import { type MadeLanes, madeIds } from '../madeLanes';
import { type PathPiece, type StepPath, stepPath } from './pathOfStep';

export interface PathLane extends MadeLanes {
  readonly step: number | undefined;
}

/**
 * Undefined where there is no path, see `stepPath`, or its rank has been read again meanwhile. `firstId`: the first local id that
 * no lane of the rank has. The slices are the path's pieces by time, by the rank's own clock: without a gap they
 * sum to the step to the ns.
 */
export async function pathLane(
  dump: DumpContext,
  question: PathQuestion,
  firstId: number,
): Promise<PathLane | undefined> {
  const path = await stepPath(dump, question);
  if (!path) return undefined;
  const own = path.graph.ranks[path.rank];
  const view = await dump.timeline(own.rank.index);
  if (view?.generation !== own.generation) return undefined;
  const step = Number.isNaN(path.step.number) ? undefined : path.step.number;
  const { baseUs, files } = view.index;
  const part = computedPart(lanesOf(path), madeIds(firstId), baseUs, { importer: files.importer });
  const { offsetNs } = own;
  return { rank: own.rank.index, generation: own.generation, step, offsetNs, part };
}

function lanesOf(path: StepPath) {
  const { graph, rank } = path;
  const { toOwnNs } = graph.ranks[rank];
  const pieces = path.pieces.filter(({ startNs, endNs }) => toOwnNs(endNs) > toOwnNs(startNs));
  const names = new Map<string, { readonly id: number; readonly text: string; readonly component: PathComponent }>();
  const nameIds = pieces.map((piece) => {
    const text = nameOf(piece, path);
    // One name for each component that it is in: a call is on the path as what the host does, and as what follows it.
    const key = `${piece.component} ${text}`;
    const known = names.get(key) ?? { id: names.size, text, component: piece.component };
    names.set(key, known);
    return known.id;
  });
  const row = {
    startNs: Float64Array.from(pieces, ({ startNs }) => toOwnNs(startNs)),
    endNs: Float64Array.from(pieces, ({ endNs }) => toOwnNs(endNs)),
    text: nameIds,
  };
  const listed = [...names.values()];
  const lanes = columnsOf(
    'Critical Path',
    [{ name: 'Critical Path', rows: [row] }],
    listed.map(({ text }) => text),
  );
  const components = listed.map(({ component }) => component);
  return { ...lanes, standIns: standInsOf(path, pieces), path: { components, hues: components.map(hueOf) } };
}

/** What is on another rank says so. */
function nameOf({ name, rank }: PathPiece, path: StepPath): string {
  if (rank === path.rank || name === '') return name;
  return `${name} (${path.graph.ranks[rank].rank.label})`;
}

function standInsOf({ graph }: StepPath, pieces: readonly PathPiece[]): StandIns {
  const shared = () => new Int32Array(new SharedArrayBuffer(4 * pieces.length)).fill(-1);
  const [rank, slice] = [shared(), shared()];
  for (const [at, own] of pieces.entries()) {
    if (own.slice === undefined) continue;
    rank[at] = graph.ranks[own.rank].rank.index;
    slice[at] = own.slice;
  }
  const generations = new Map(graph.ranks.map((own) => [own.rank.index as number, own.generation] as const));
  return { rank, slice, generations };
}

function hueOf(component: PathComponent): HueClass {
  return PATH_PARTS.find(({ of }) => (of as readonly PathComponent[]).includes(component))?.hue ?? 'idle';
}
