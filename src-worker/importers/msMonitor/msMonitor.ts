import { basename } from 'node:path';
import { isMonitorText, monitorName } from '../../files/monitorFiles';
import type { Importer, SourceEvent } from '../importer';
import type { ReadObject } from '../traceEvents/jsonObject';
import { readObjectOf, readObjectsOf } from '../traceEvents/objectsAgain';
import { traceEvents } from '../traceEvents/traceEvents';
import type { MonitorSegment } from './segments';

/** What a slice has of its own, and its args need not repeat. */
const OWN_KEYS: ReadonlySet<string> = new Set(['kind', 'name', 'startNs', 'endNs']);

const loadSegments = () => import('./segments');

/** JSON lines of msMonitor: an object a line, in parts of some thousand lines. */
export const msMonitor: Importer<MonitorSegment> = {
  name: 'msMonitor',

  canRead(path, head) {
    return monitorName(basename(path)) !== undefined || isMonitorText(Buffer.from(head).toString('latin1'));
  },

  async plan(paths, sizes) {
    const { planParts } = await loadSegments();
    return planParts(paths, sizes);
  },

  async grow(path, file, startOffset, sizeBytes) {
    const { growPart } = await loadSegments();
    return growPart(path, file, startOffset, sizeBytes);
  },

  async read(segment, baseUs, _tokenizers, onProgress) {
    const { readPart } = await loadSegments();
    return readPart(segment, baseUs, onProgress);
  },

  async readEvent(files, source) {
    const read = await readObjectOf(files, source);
    return read && { ...eventOf(read), ...(read.isElsewhereChanged ? { isElsewhereChanged: true } : {}) };
  },

  readEvents(files, sources, visit) {
    return readObjectsOf(files, sources, (position, read) => visit(position, eventOf(read)));
  },

  describe: traceEvents.describe,
};

function eventOf({ entries, cut }: ReadObject): SourceEvent {
  return { args: entries.filter(({ key }) => !OWN_KEYS.has(key)), flowId: '', ...(cut ? { cut } : {}) };
}
