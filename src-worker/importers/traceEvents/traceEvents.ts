import type { EventSource, IndexedFiles } from '../../index/eventSource';
import type { Importer, SourceEvent } from '../importer';
import { EventReader, readEventAt } from './eventBytes';
import { byteOffsetOf, fileOf } from './eventPlaces';
import type { ReadObject } from './jsonObject';
import { planSegments, readSegment, type TraceSegment } from './segments';

/** Trace-event JSON: of torch_npu, Kineto, msprof, Chrome. */
export const traceEvents: Importer<TraceSegment> = {
  name: 'traceEvents',

  canRead(_path, head) {
    if ((head[0] === 0x1f && head[1] === 0x8b) || (head[0] === 0x50 && head[1] === 0x4b)) return true;
    const first = head.find((byte) => byte > 0x20 && byte < 0x80);
    return first === 0x5b || first === 0x7b;
  },

  plan: planSegments,

  read(segment, baseUs, tokenizers, onProgress) {
    return tokenizers.use(baseUs, (tokenizer) => readSegment(segment, tokenizer, onProgress));
  },

  async readEvent({ paths, checks }, source) {
    const file = fileOf(source);
    const path = paths[file];
    const read = path === undefined ? undefined : await readEventAt(path, byteOffsetOf(source), checks?.[file]);
    return read && { ...eventOf(read), ...(read.isElsewhereChanged ? { isElsewhereChanged: true } : {}) };
  },

  async readEvents(files, sources, visit) {
    const order = Array.from(sources, (_, position) => position).sort((a, b) => sources[a] - sources[b]);
    for (let at = 0; at < order.length; ) {
      let end = at + 1;
      while (end < order.length && fileOf(sources[order[end]]) === fileOf(sources[order[at]])) end++;
      await readFileEvents(files, order.slice(at, end), sources, visit);
      at = end;
    }
  },

  describe({ paths }, source) {
    return { path: paths[fileOf(source)], byteOffset: byteOffsetOf(source) };
  },
};

/** Of the sources those at these positions, which are of one file and ascend. */
async function readFileEvents(
  { paths, checks }: IndexedFiles,
  positions: readonly number[],
  sources: ArrayLike<EventSource>,
  visit: (position: number, event: SourceEvent) => void,
): Promise<void> {
  const file = fileOf(sources[positions[0]]);
  const reader = new EventReader(paths[file], checks?.[file]);
  try {
    const isChanged = await reader.changes();
    for (const position of positions) {
      const byteOffset = byteOffsetOf(sources[position]);
      const read = await reader.eventAt(byteOffset);
      if (read && !isChanged(byteOffset, byteOffset + read.lengthBytes)) visit(position, eventOf(read));
    }
  } finally {
    reader.close();
  }
}

function eventOf({ entries, cut }: ReadObject): SourceEvent {
  const args = entries.find(({ key }) => key === 'args')?.value;
  const id = entries.find(({ key }) => key === 'id' || key === 'id2')?.value;
  return {
    args: args?.kind === 'object' ? args.entries : args && [{ key: 'args', value: args }],
    flowId: id?.kind === 'text' ? id.text : id?.kind === 'number' ? id.digits : '',
    ...(cut ? { cut } : {}),
  };
}
