import { readArrows } from './arrows';
import { findConnectionIds, readCannCalls, readFrameworkCalls, readGarbageCollections } from './callTables';
import { readCollectiveTables } from './collectiveGroups';
import { COUNTER_TABLES, readCounters } from './counterTables';
import { readCollectives, readComputeTasks, readTasks } from './deviceTables';
import { readMarks } from './mstxTable';
import { readOverlap } from './overlapTable';
import type { Reading } from './reading';

/** In which arrows are joined. Behind it all damage is told. */
export const LAST_STAGE = 2;

/** A part of what is read of a database: of one table mostly, which may be divided among threads by its pages. */
interface Part {
  /** Parts of a stage are read when all of those before it have been: they get what these have found. */
  readonly stage: 0 | 1 | typeof LAST_STAGE;
  /** One of those with rows makes it worth while to read the part. */
  readonly tables: readonly string[];
  readonly isDivided?: true;
  readonly read: (reading: Reading) => void;
}

/** The name of a part; a counter's is that of its table. */
export type PartName = string;

/** In the order of their stages; the first is what is on screen first. */
export const parts: ReadonlyMap<PartName, Part> = new Map<PartName, Part>([
  ['cann', { stage: 0, tables: ['CANN_API'], isDivided: true, read: readCannCalls }],
  ['compute', { stage: 0, tables: ['COMPUTE_TASK_INFO'], read: readComputeTasks }],
  [
    'collectiveTables',
    { stage: 0, tables: ['COMMUNICATION_TASK_INFO', 'COMMUNICATION_OP'], read: readCollectiveTables },
  ],
  ['connectionIds', { stage: 0, tables: ['CONNECTION_IDS'], read: findConnectionIds }],
  ['overlap', { stage: 0, tables: ['OVERLAP_ANALYSIS'], isDivided: true, read: readOverlap }],
  ['marks', { stage: 0, tables: ['MSTX_EVENTS'], read: readMarks }],
  ['garbage', { stage: 0, tables: ['GC_RECORD'], read: readGarbageCollections }],
  ...COUNTER_TABLES.map((table): [PartName, Part] => {
    // Nobody needs them: they are read by the threads that have nothing to do while one joins arrows.
    return [
      table,
      { stage: LAST_STAGE, tables: [table], isDivided: true, read: (reading) => readCounters(reading, table) },
    ];
  }),
  ['tasks', { stage: 1, tables: ['TASK'], isDivided: true, read: readTasks }],
  ['collectives', { stage: 1, tables: ['COMMUNICATION_OP'], read: readCollectives }],
  ['framework', { stage: 1, tables: ['PYTORCH_API'], isDivided: true, read: readFrameworkCalls }],
  ['arrows', { stage: LAST_STAGE, tables: [], read: readArrows }],
]);

/** Tables that the timeline is made from. */
export const READ_TABLES: ReadonlySet<string> = new Set([...parts.values()].flatMap(({ tables }) => tables));
