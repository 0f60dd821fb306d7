import type { ArgEntry } from '../../../src-contract';
import type { EventSource } from '../../index/eventSource';
import type { Importer, SourceEvent } from '../importer';
import { byteOffsetOf, sourceAt, sourcesByFile } from '../traceEvents/eventPlaces';
import { readObjectsOf } from '../traceEvents/objectsAgain';
import { traceEvents } from '../traceEvents/traceEvents';
import { type LaneColumns, rolesOf } from './columns';
import { laneFileHead } from './readLaneFile';
import { RowReader } from './rowReader';

/** Rows of a file of lanes read again: cells that a slice has not shown itself. No rank's timeline is read by it. */
export const laneFile: Importer = {
  name: 'laneFile',

  canRead: () => false,

  plan() {
    throw new Error('A file of lanes is not read as a timeline');
  },

  read() {
    throw new Error('A file of lanes is not read as a timeline');
  },

  async readEvent(files, source) {
    let event: SourceEvent | undefined;
    await laneFile.readEvents(files, [source], (_, read) => {
      event = read;
    });
    return event;
  },

  async readEvents(files, sources, visit) {
    for (const { file, positions } of sourcesByFile(sources)) {
      const path = files.paths[file];
      const { head, columns } = await laneFileHead(path);
      const read = head.isJson ? readObjects : readRows;
      await read(
        path,
        columns,
        positions.map((position) => sources[position]),
        (at, event) => visit(positions[at], event),
      );
    }
  },

  describe: traceEvents.describe,
};

function eventOf(args: readonly ArgEntry[]): SourceEvent {
  return { args, flowId: '' };
}

/** Whether a column is an arg: what the slice shows itself is none. */
function shownBesides(columns: LaneColumns): (header: string) => boolean {
  const roles = rolesOf(columns);
  const own = new Set(columns.header.filter((_, at) => roles[at] !== 'arg' && roles[at] !== 'value'));
  return (header) => !own.has(header);
}

function argsOfCells(columns: LaneColumns): (cells: readonly string[]) => readonly ArgEntry[] {
  const isShown = shownBesides(columns);
  const shown = columns.header.map((key, at) => ({ key, at })).filter(({ key }) => isShown(key));
  return (cells) =>
    shown.flatMap(({ key, at }): ArgEntry[] => {
      const text = cells[at]?.trim() ?? '';
      if (text === '') return [];
      const isNumber = /^-?(0|[1-9]\d{0,99})(\.\d{1,99})?(e[+-]?\d{1,3})?$/i.test(text);
      return [{ key, value: isNumber ? { kind: 'number', digits: text } : { kind: 'text', text } }];
    });
}

type Visit = Parameters<Importer['readEvents']>[2];

/** Of one file, in their order. */
async function readRows(
  path: string,
  columns: LaneColumns,
  sources: readonly EventSource[],
  visit: Visit,
): Promise<void> {
  const argsOf = argsOfCells(columns);
  const reader = new RowReader(path);
  try {
    for (const [at, source] of sources.entries()) {
      const cells = await reader.cellsAt(byteOffsetOf(source));
      // There is none of at most so many cells any more.
      if (cells && cells.length > 0 && cells.length <= columns.header.length) visit(at, eventOf(argsOf(cells)));
    }
  } finally {
    reader.close();
  }
}

async function readObjects(
  path: string,
  columns: LaneColumns,
  sources: readonly EventSource[],
  visit: Visit,
): Promise<void> {
  const isShown = shownBesides(columns);
  const places = sources.map((source) => sourceAt(0, byteOffsetOf(source)));
  await readObjectsOf({ importer: 'laneFile', paths: [path] }, places, (at, { entries, cut }) =>
    visit(at, { ...eventOf(entries.filter(({ key }) => isShown(key))), ...(cut ? { cut } : {}) }),
  );
}
