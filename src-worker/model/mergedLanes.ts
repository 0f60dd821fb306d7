/** Slices of a rank's lanes once more: all in one lane, or in a lane for each kind of work; as late as they are, or later. */
import type { HueClass, LaneMergeQuestion } from '../../src-contract';
import { HUE_CLASSES } from '../../src-contract';
import { endNsOf } from '../index/columns/indexSlices';
import { columnsOf, computedPart } from '../index/computed/computedPart';
import type { LaneRows } from '../index/computed/laneRows';
import type { StandIns } from '../index/rankIndex';
import { builtInCollectives } from '../names/collectiveNames';
import type { PartView } from '../query/partView';
import { LANES_PER_RANK, type RankView } from '../query/rankView';
import type { DumpContext } from './dumpContext';
import { type MadeLanes, MOST_WORK_LANES, madeIds } from './madeLanes';

/** More would take more memory than what is gained by seeing them together. */
export const MOST_MERGED = 2_000_000;
/** A slice of one of the lanes, by the index's own times. */
interface Piece {
  readonly part: PartView;
  readonly slice: number;
  readonly lane: number;
  /** Of its lane, from 0. */
  readonly row: number;
  readonly startNs: number;
  readonly endNs: number;
}

/**
 * Undefined where the lanes have no slices, or the rank has no timeline; rejects where there are more than `MOST_MERGED`. Every
 * slice is as long as what it is of to the ns, below the one that encloses it on its lane, and on a row where no other is.
 * `firstId`: the first local id that no lane of the rank has.
 */
export async function mergedLanes(
  dump: DumpContext,
  { rank, lanes, into, byNs }: LaneMergeQuestion,
  firstId: number,
): Promise<MadeLanes | undefined> {
  const view = await dump.timeline(rank);
  const places = view ? lanes.flatMap((lane) => view.lanesWith(lane % LANES_PER_RANK)) : [];
  if (!view || places.length === 0) return undefined;
  const count = places.reduce((sum, { part: { index }, lane }) => {
    const { laneFirstRow, rowFirstSlice } = index;
    return sum + rowFirstSlice[laneFirstRow[lane + 1]] - rowFirstSlice[laneFirstRow[lane]];
  }, 0);
  if (count === 0) return undefined;
  if (count > MOST_MERGED)
    throw new RangeError(
      `These lanes have ${count} slices; up to ${MOST_MERGED} can be shown together. Choose fewer lanes.`,
    );
  const pieces = places.flatMap(({ part, lane }, at) => piecesOf(part, lane, at));
  pieces.sort((a, b) => a.startNs - b.startNs || b.endNs - a.endNs || a.row - b.row);
  const first = view.time.toJob(pieces[0].startNs);
  const laterNs = byNs === 0 ? 0 : view.time.first(first + byNs) - view.time.first(first);
  const groups = into === 'work' ? byWork(pieces) : [{ name: namesOf(places), hue: hueOf(places), pieces }];
  const nameNumbers = new Map<string, number>();
  const numbers: number[] = [];
  const made = groups.map(({ name, pieces: own }): LaneRows => {
    const rows = layOut(own);
    for (const row of rows) for (const { part, slice } of row) numbers.push(part.place.firstSlice + slice);
    return {
      name,
      rows: rows.map((row) => ({
        startNs: Float64Array.from(row, ({ startNs }) => startNs + laterNs),
        endNs: Float64Array.from(row, ({ endNs }) => endNs + laterNs),
        text: row.map(({ part, slice }) => numberOf(part.nameText(part.index.slices.name[slice]), nameNumbers)),
      })),
    };
  });
  const columns = columnsOf('Merged lanes', made, [...nameNumbers.keys()]);
  const part = computedPart(
    { ...columns, laneHues: groups.map(({ hue }) => hue), standIns: standInsOf(view, numbers) },
    madeIds(firstId),
    view.index.baseUs,
    { importer: view.index.files.importer },
  );
  const { generation, offsetNs } = view;
  return { rank, generation, offsetNs, part };
}

type Place = { readonly part: PartView; readonly lane: number };

const nameOf = ({ part, lane }: Place) => part.index.lanes[lane].name;
const namesOf = (places: readonly Place[]) => [...new Set(places.map(nameOf))].join(' + ');
const hueOf = ([{ part, lane }]: readonly Place[]): HueClass => part.index.lanes[lane].hue;

function piecesOf(part: PartView, lane: number, at: number): readonly Piece[] {
  const { slices, laneFirstRow, rowFirstSlice } = part.index;
  const pieces: Piece[] = [];
  for (let row = laneFirstRow[lane]; row < laneFirstRow[lane + 1]; row++)
    for (let slice = rowFirstSlice[row]; slice < rowFirstSlice[row + 1]; slice++)
      pieces.push({
        part,
        slice,
        lane: at,
        row: row - laneFirstRow[lane],
        startNs: slices.startNs[slice],
        endNs: endNsOf(slices, slice),
      });
  return pieces;
}

/** Rows from the top, each by start: a slice comes below the one of its lane that is around it, where nothing runs any more. */
function layOut(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const rows: Piece[][] = [];
  const endNs: number[] = [];
  /** By lane and row there: where the last of them was put, and when it ends. */
  const around = new Map<string, { readonly row: number; readonly endNs: number }>();
  for (const piece of pieces) {
    const outer = piece.row > 0 ? around.get(`${piece.lane} ${piece.row - 1}`) : undefined;
    let row = outer && outer.endNs >= piece.endNs ? outer.row + 1 : 0;
    while (row < rows.length && endNs[row] > piece.startNs) row++;
    for (let missing = rows.length; missing <= row; missing++) rows.push([]);
    rows[row].push(piece);
    endNs[row] = piece.endNs;
    around.set(`${piece.lane} ${piece.row}`, { row, endNs: piece.endNs });
  }
  return rows;
}

interface WorkLane {
  readonly name: string;
  readonly hue: HueClass;
  readonly pieces: readonly Piece[];
}

/** By hue class, communication by the type of its collectives; in the order of the classes that matter most on a device. */
function byWork(pieces: readonly Piece[]): readonly WorkLane[] {
  const lanes = new Map<string, { readonly hue: HueClass; readonly pieces: Piece[] }>();
  const works = new Map<PartView, Map<number, { readonly name: string; readonly hue: HueClass }>>();
  for (const piece of pieces) {
    const { part, slice } = piece;
    const name = part.index.slices.name[slice];
    const lane = part.laneOfRow(part.rowOf(slice));
    const known = works.get(part) ?? new Map();
    works.set(part, known);
    const key = name * 8 + part.laneHue(lane);
    const hue = HUE_CLASSES[part.colour(name, lane) >> 4];
    const found = known.get(key) ?? workOf(hue, part.nameText(name));
    // Types that a dump makes up are not without end.
    const work =
      lanes.has(found.name) || lanes.size < MOST_WORK_LANES - HUE_CLASSES.length ? found : { name: hue, hue };
    known.set(key, work);
    const own = lanes.get(work.name);
    if (own) own.pieces.push(piece);
    else lanes.set(work.name, { hue: work.hue, pieces: [piece] });
  }
  const all = [...lanes].map(([name, own]) => ({ name, ...own }));
  return all.sort((a, b) => order.indexOf(a.hue) - order.indexOf(b.hue) || (a.name < b.name ? -1 : 1));
}

const order: readonly HueClass[] = ['compute', 'communication', 'memory', 'wait', 'runtime', 'python', 'host', 'idle'];

/** The lane's name is the class, for a collective with its type behind it: the window says it in its language. */
function workOf(hue: HueClass, name: string): { readonly name: string; readonly hue: HueClass } {
  const type = hue === 'communication' ? builtInCollectives.typeOf(name) : undefined;
  return { name: type === undefined ? hue : `${hue} ${type}`, hue };
}

function numberOf(name: string, nameNumbers: Map<string, number>): number {
  const known = nameNumbers.get(name) ?? nameNumbers.size;
  nameNumbers.set(name, known);
  return known;
}

function standInsOf({ rank, generation }: RankView, slices: readonly number[]): StandIns {
  const shared = () => new Int32Array(new SharedArrayBuffer(4 * slices.length));
  const slice = shared();
  slice.set(slices);
  return { rank: shared().fill(rank), slice, generations: new Map([[rank, generation]]) };
}
