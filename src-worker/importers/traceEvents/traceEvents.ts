import { timeBaseNs, traceEdges } from '../../files/traceEdges';
import type { Importer, SourceEvent } from '../importer';
import { byteOffsetOf, fileOf } from './eventPlaces';
import type { ReadObject } from './jsonObject';
import { readObjectOf, readObjectsOf } from './objectsAgain';
import { growSegments, planSegments, readSegment, type TraceSegment } from './segments';

/** Trace-event JSON: of torch_npu, Kineto, msprof, Chrome. */
export const traceEvents: Importer<TraceSegment> = {
  name: 'traceEvents',

  canRead(_path, head) {
    if ((head[0] === 0x1f && head[1] === 0x8b) || (head[0] === 0x50 && head[1] === 0x4b)) return true;
    const first = head.find((byte) => byte > 0x20 && byte < 0x80);
    return first === 0x5b || first === 0x7b;
  },

  plan: planSegments,

  grow: growSegments,

  read(segment, baseUs, tokenizers, onProgress) {
    return tokenizers.use(baseUs, (tokenizer) => readSegment(segment, tokenizer, onProgress));
  },

  async readEvent(files, source) {
    const read = await readObjectOf(files, source);
    return read && { ...eventOf(read), ...(read.isElsewhereChanged ? { isElsewhereChanged: true } : {}) };
  },

  readEvents(files, sources, visit) {
    return readObjectsOf(files, sources, (position, read) => visit(position, eventOf(read)));
  },

  async timeBaseNs({ paths }) {
    return timeBaseNs(await traceEdges(paths[0]));
  },

  describe({ paths }, source) {
    return { path: paths[fileOf(source)], byteOffset: byteOffsetOf(source) };
  },
};

function eventOf({ entries, cut }: ReadObject): SourceEvent {
  const args = entries.find(({ key }) => key === 'args')?.value;
  const id = entries.find(({ key }) => key === 'id' || key === 'id2')?.value;
  return {
    args: args?.kind === 'object' ? args.entries : args && [{ key: 'args', value: args }],
    flowId: id?.kind === 'text' ? id.text : id?.kind === 'number' ? id.digits : '',
    ...(cut ? { cut } : {}),
  };
}
