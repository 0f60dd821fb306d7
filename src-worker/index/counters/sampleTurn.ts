import { type Chunk, type Columns, createColumns } from '../columns/chunks';
import { passingWords } from '../columns/largeArrays';
import type { SAMPLE_COLUMNS } from '../columns/segmentColumns';
import type { DraftMaps } from '../draft/indexDraft';
import type { SeriesTable } from './seriesTable';

/** The series of each sample. Nothing but the loop: see arranging/arrange.ts. */
export function seriesOf({ columns, count }: Chunk<typeof SAMPLE_COLUMNS>, turn: SampleTurn): Uint32Array {
  const { lane, name, key, accelerator } = columns;
  const series = passingWords(count);
  let { seen } = turn;
  let last = turn.last;
  for (let i = 0; i < count; i++) {
    let own = seen.after[last];
    const isExpected =
      seen.lane[own] === lane[i] &&
      seen.name[own] === name[i] &&
      seen.key[own] === key[i] &&
      seen.accelerator[own] === accelerator[i];
    if (!isExpected) {
      own = turn.look(last, lane[i], name[i], key[i], accelerator[i]);
      seen = turn.seen;
    }
    seen.count[own]++;
    series[i] = own;
    last = own;
  }
  turn.last = last;
  return series;
}

/** Of each series, by its number: the segment's own ids of the sample that was looked up last. */
const SEEN_COLUMNS = {
  lane: Uint32Array,
  name: Uint32Array,
  key: Uint32Array,
  accelerator: Int32Array,
  /** The series of the sample that came after one of this. */
  after: Uint32Array,
  /** Samples in this segment. */
  count: Uint32Array,
} as const;

/** No lane of a segment. */
const NOT_SEEN = 0xffffffff;

/**
 * Finds the series of a segment's samples. These mostly come in turn, one of each series: so it is looked first whether one is of the series that
 * came after the last one before, and only then in the table.
 */
export class SampleTurn {
  seen = emptySeen(256);
  /** The series of the last sample. */
  last = 0;

  constructor(
    readonly maps: Pick<DraftMaps, 'name' | 'process'>,
    readonly table: SeriesTable,
  ) {}

  look(last: number, lane: number, name: number, key: number, accelerator: number): number {
    const { process, name: names } = this.maps;
    const own = this.table.add(process[lane], names[name], names[key], accelerator, 0);
    if (own >= this.seen.lane.length) this.#grow(own);
    const { seen } = this;
    seen.lane[own] = lane;
    seen.name[own] = name;
    seen.key[own] = key;
    seen.accelerator[own] = accelerator;
    seen.after[last] = own;
    return own;
  }

  #grow(own: number): void {
    const grown = emptySeen(2 * own);
    for (const column of Object.keys(SEEN_COLUMNS) as (keyof typeof SEEN_COLUMNS)[])
      grown[column].set(this.seen[column]);
    this.seen = grown;
  }

  /** Tells the table how many samples the series have had. */
  end(): void {
    const { count } = this.seen;
    this.table.series.forEach((one, id) => {
      one.count += count[id] ?? 0;
    });
  }
}

function emptySeen(seriesCount: number): Columns<typeof SEEN_COLUMNS> {
  const seen = createColumns(SEEN_COLUMNS, seriesCount);
  seen.lane.fill(NOT_SEEN);
  return seen;
}
