import {
  ALIGN_ROWS,
  BATCH_EVENTS,
  BATCH_IDS,
  categoryColumn,
  durationColumn,
  flagsColumn,
  idEventColumn,
  idHighColumn,
  idKindColumn,
  idLowColumn,
  idValueHighColumn,
  idValueLowColumn,
  laneColumn,
  nameColumn,
  offsetColumn,
  phaseColumn,
  startColumn,
} from './columns';
import { Flag } from './event';
import { lanes } from './lanes';

/** As `Kind` in ../kinds.ts. */
enum Kind {
  unknown,
  slice,
  instant,
  counter,
  flow,
  paired,
  metadata,
  skipped,
}
const KINDS: u32 = 8;
export const COUNTER_KIND: u32 = Kind.counter;
const PHASES: u32 = 256;

const EXACT_NS: f64 = 9007199254740992;
const MAX_CATEGORY: u32 = 0xffff;
const INSTANT_FLAG: u32 = 1;
const COLLECTIVE_ARGS_FLAG: u32 = 8;

const kindByPhase: usize = memory.data(PHASES, 16);
const instants: usize = memory.data<u8>([0x69, 0x49, 0x52, 0x50, 0x4e, 0x44, 0x4f, 0x63, 0x76, 0x56]);
const INSTANTS: u32 = 10;
const pairs: usize = memory.data<u8>([0x42, 0x45, 0x62, 0x6e, 0x65, 0x53, 0x54, 0x70, 0x46]);
const PAIRS: u32 = 9;
const flowEndPhases: usize = memory.data<u8>([0x73, 0x74, 0x66]);
const FLOW_ENDS: u32 = 3;

/** Kind of each event of the batch, and how many there are of each. */
export const kindColumn: usize = memory.data(BATCH_EVENTS, 16);
export const kindCounts: usize = memory.data(KINDS << 2, 16);

/** Columns one after another, as `SLICE_ROWS`, `MARK_ROWS` and `ID_ROWS` of ../kinds.ts have them. */
const SLICE_ROW_BYTES: u32 = 35;
const MARK_ROW_BYTES: u32 = 36;
const ID_ROW_BYTES: u32 = 13;
const EVENT_ROWS: u32 = BATCH_EVENTS + ALIGN_ROWS;
const ID_ROWS: u32 = BATCH_IDS + ALIGN_ROWS;
export const sliceRows: usize = memory.data(EVENT_ROWS * SLICE_ROW_BYTES, 16);
export const pairedRows: usize = memory.data(EVENT_ROWS * MARK_ROW_BYTES, 16);
export const flowEndRows: usize = memory.data(EVENT_ROWS * MARK_ROW_BYTES, 16);
export const idRows: usize = memory.data(ID_ROWS * ID_ROW_BYTES, 16);

/** Offsets of columns, per row. */
const SLICE_END: usize = EVENT_ROWS * 8;
const SLICE_OFFSET: usize = EVENT_ROWS * 16;
const SLICE_LANE: usize = EVENT_ROWS * 24;
const SLICE_NAME: usize = EVENT_ROWS * 28;
const SLICE_CATEGORY: usize = EVENT_ROWS * 32;
const SLICE_FLAGS: usize = EVENT_ROWS * 34;
const MARK_OFFSET: usize = EVENT_ROWS * 8;
const MARK_LANE: usize = EVENT_ROWS * 16;
const MARK_NAME: usize = EVENT_ROWS * 20;
const MARK_ID_LOW: usize = EVENT_ROWS * 24;
const MARK_ID_HIGH: usize = EVENT_ROWS * 28;
const MARK_CATEGORY: usize = EVENT_ROWS * 32;
const MARK_PHASE: usize = EVENT_ROWS * 34;
const MARK_FLAGS: usize = EVENT_ROWS * 35;
const ID_VALUE_LOW: usize = ID_ROWS * 4;
const ID_VALUE_HIGH: usize = ID_ROWS * 8;
const ID_KIND: usize = ID_ROWS * 12;

/** Sums since the last `clearKinds`. ../wasmKinds.ts reads all fields. */
@unmanaged
class Totals {
  badDurations: u32;
  missingDurations: u32;
  farTimes: u32;
  lostCategories: u32;
  /** Slices on each lane, as many lanes as have been seen when the last batch was sorted. */
  slicesPerLane: usize;
  laneCapacity: u32;
}

export const totals = changetype<Totals>(memory.data(offsetof<Totals>(), 16));
export const phaseCounts: usize = memory.data(PHASES << 2, 16);

export function initialiseKinds(): void {
  store<u8>(kindByPhase + 0x58, Kind.slice);
  store<u8>(kindByPhase + 0x43, Kind.counter);
  store<u8>(kindByPhase + 0x4d, Kind.metadata);
  for (let i: u32 = 0; i < INSTANTS; i++) store<u8>(kindByPhase + load<u8>(instants + i), Kind.instant);
  for (let i: u32 = 0; i < PAIRS; i++) store<u8>(kindByPhase + load<u8>(pairs + i), Kind.paired);
  for (let i: u32 = 0; i < FLOW_ENDS; i++) store<u8>(kindByPhase + load<u8>(flowEndPhases + i), Kind.flow);
  totals.laneCapacity = 64;
  totals.slicesPerLane = heap.alloc((<usize>totals.laneCapacity) << 2);
  clearKinds();
}

export function clearKinds(): void {
  totals.badDurations = 0;
  totals.missingDurations = 0;
  totals.farTimes = 0;
  totals.lostCategories = 0;
  memory.fill(totals.slicesPerLane, 0, (<usize>totals.laneCapacity) << 2);
  memory.fill(phaseCounts, 0, PHASES << 2);
}

function makeRoomForLanes(): void {
  const capacity = totals.laneCapacity;
  if (lanes.size <= capacity) return;
  totals.laneCapacity = max(capacity << 1, lanes.size);
  totals.slicesPerLane = heap.realloc(totals.slicesPerLane, (<usize>totals.laneCapacity) << 2);
  const first = totals.slicesPerLane + ((<usize>capacity) << 2);
  memory.fill(first, 0, (<usize>(totals.laneCapacity - capacity)) << 2);
}

function countOne(table: usize, index: u32): void {
  const at = table + ((<usize>index) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** Where the rows of the batch begin in each table: see `placeRows`. */
let firstSlice: u32 = 0;
let firstPaired: u32 = 0;
let firstFlowEnd: u32 = 0;
let firstId: u32 = 0;
export let firstSample: u32 = 0;

/** Before `sortByKind` and `sortSamples`: each is less than `ALIGN_ROWS`. */
export function placeRows(slices: u32, paired: u32, flowEnds: u32, ids: u32, samples: u32): void {
  firstSlice = slices;
  firstPaired = paired;
  firstFlowEnd = flowEnds;
  firstId = ids;
  firstSample = samples;
}

/** Of the ids of the batch: the next one to be put to its slice, and how many have been. */
let nextId: u32 = 0;
let idsPut: u32 = 0;

/** As `Tokenizer.sortByKind`, of `count` events and `idCount` ids; answers how many of these are of slices. */
export function sortByKind(count: u32, idCount: u32, fileBase: f64, sliceBase: u32): u32 {
  nextId = 0;
  idsPut = 0;
  makeRoomForLanes();
  memory.fill(kindCounts, 0, KINDS << 2);
  let slices = <usize>firstSlice;
  let paired = <usize>firstPaired;
  let flowEnds = <usize>firstFlowEnd;
  for (let row: usize = 0; row < count; row++) {
    const phase: u32 = load<u8>(phaseColumn + row);
    const flags: u32 = load<u8>(flagsColumn + row);
    const start = load<f64>(startColumn + (row << 3));
    countOne(phaseCounts, phase);
    let kind: u32 = load<u8>(kindByPhase + phase);
    const lacksStart = kind !== Kind.metadata && (flags & (Flag.hasStart | Flag.impossibleTime)) !== Flag.hasStart;
    if (kind === Kind.unknown || lacksStart) kind = Kind.skipped;
    else if (kind !== Kind.metadata && abs(start) > EXACT_NS) totals.farTimes++;
    store<u8>(kindColumn + row, kind);
    countOne(kindCounts, kind);
    if (kind <= <u32>Kind.instant) {
      if (nextId < idCount) putIds(<u32>row, sliceBase + <u32>slices - firstSlice, idCount);
      putSlice(row, slices++, kind === Kind.instant, start, flags, fileBase);
    } else if (kind === Kind.flow) putMark(row, flowEndRows, flowEnds++, start, flags, fileBase);
    else if (kind === Kind.paired) putMark(row, pairedRows, paired++, start, flags, fileBase);
  }
  return idsPut;
}

/** The ids of the event at `row`; those in front of it are of events that are no slices. */
function putIds(row: u32, slice: u32, idCount: u32): void {
  let id = nextId;
  while (id < idCount && load<u32>(idEventColumn + ((<usize>id) << 2)) < row) id++;
  for (; id < idCount && load<u32>(idEventColumn + ((<usize>id) << 2)) === row; id++) {
    const from = (<usize>id) << 2;
    const place = <usize>(firstId + idsPut);
    const to = idRows + (place << 2);
    store<u32>(to, slice);
    store<u32>(to + ID_VALUE_LOW, load<u32>(idValueLowColumn + from));
    store<u32>(to + ID_VALUE_HIGH, load<u32>(idValueHighColumn + from));
    store<u8>(idRows + ID_KIND + place, load<u8>(idKindColumn + id));
    idsPut++;
  }
  nextId = id;
}

function putSlice(row: usize, to: usize, isInstant: bool, start: f64, flags: u32, fileBase: f64): void {
  let end = start;
  if (!isInstant) {
    const duration = load<f64>(durationColumn + (row << 3));
    if (duration > 0) end += duration;
    if (duration < 0) totals.badDurations++;
    else if ((flags & Flag.hasDuration) === 0) {
      if ((flags & Flag.badNumber) !== 0) totals.badDurations++;
      else totals.missingDurations++;
    }
  }
  const collectiveFlag = (flags & Flag.collectiveArgs) !== 0 ? COLLECTIVE_ARGS_FLAG : 0;
  const lane = load<u32>(laneColumn + (row << 2));
  countOne(totals.slicesPerLane, lane);
  const eight = sliceRows + (to << 3);
  store<f64>(eight, start);
  store<f64>(eight + SLICE_END, end);
  store<f64>(eight + SLICE_OFFSET, fileBase + load<f64>(offsetColumn + (row << 3)));
  const four = sliceRows + (to << 2);
  store<u32>(four + SLICE_LANE, lane);
  store<u32>(four + SLICE_NAME, load<u32>(nameColumn + (row << 2)));
  store<u16>(sliceRows + SLICE_CATEGORY + (to << 1), categoryOf(row));
  store<u8>(sliceRows + SLICE_FLAGS + to, (isInstant ? INSTANT_FLAG : 0) | collectiveFlag);
}

function putMark(row: usize, rows: usize, to: usize, start: f64, flags: u32, fileBase: f64): void {
  const eight = rows + (to << 3);
  store<f64>(eight, start);
  store<f64>(eight + MARK_OFFSET, fileBase + load<f64>(offsetColumn + (row << 3)));
  const four = rows + (to << 2);
  store<u32>(four + MARK_LANE, load<u32>(laneColumn + (row << 2)));
  store<u32>(four + MARK_NAME, load<u32>(nameColumn + (row << 2)));
  store<u32>(four + MARK_ID_LOW, load<u32>(idLowColumn + (row << 2)));
  store<u32>(four + MARK_ID_HIGH, load<u32>(idHighColumn + (row << 2)));
  store<u16>(rows + MARK_CATEGORY + (to << 1), categoryOf(row));
  store<u8>(rows + MARK_PHASE + to, load<u8>(phaseColumn + row));
  store<u8>(rows + MARK_FLAGS + to, flags);
}

function categoryOf(row: usize): u32 {
  const category = load<u32>(categoryColumn + (row << 2));
  if (category <= MAX_CATEGORY) return category;
  totals.lostCategories++;
  return 0;
}
