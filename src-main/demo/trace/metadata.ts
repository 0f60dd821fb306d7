import { computeStream, copyStream } from '../facts/rankFacts';
import { type ProcessName, type RankTrace, sortIndex } from './rankTrace';

export const gcTid = 0;

interface Lane {
  readonly tid: number;
  readonly name: string;
}

/** Names of the Python process and its threads; they follow the events they name. */
export function pythonMetadata(trace: RankTrace): void {
  processMetadata(trace, 'Python', 'CPU');
  for (const tid of [trace.mainTid, trace.dequeueTid, trace.backwardTid]) {
    threadMetadata(trace, 'Python', { tid, name: `Thread ${tid}` });
  }
}

/** Names of the processes on the device side that stand before their events. */
export function deviceMetadata(trace: RankTrace): void {
  for (const name of ['Ascend Hardware', 'HBM', 'LLC', 'NPU MEM'] as const) processMetadata(trace, name, 'NPU');
  for (const stream of [computeStream, copyStream, ...trace.groups.map((lanes) => lanes.stream)]) {
    threadMetadata(trace, 'Ascend Hardware', { tid: stream, name: `Stream ${stream}` });
  }
  if (trace.groups.length > 0) processMetadata(trace, 'Communication', 'NPU');
  trace.groups.forEach(({ groupTid, firstPlaneTid, planes }, i) => {
    threadMetadata(trace, 'Communication', { tid: groupTid, name: `Group ${i} Communication` });
    for (let plane = 0; plane < planes; plane++) {
      threadMetadata(trace, 'Communication', { tid: firstPlaneTid + plane, name: `Plane ${plane}` });
    }
  });
}

/** Names that come after their events. */
export function lateMetadata(trace: RankTrace): void {
  processMetadata(trace, 'CANN', 'CPU');
  for (const tid of [trace.mainTid, trace.dequeueTid, trace.backwardTid]) {
    threadMetadata(trace, 'CANN', { tid, name: `Thread ${tid}` });
  }
  processMetadata(trace, 'Overlap Analysis', 'NPU');
  ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'].forEach((name, tid) => {
    threadMetadata(trace, 'Overlap Analysis', { tid, name });
  });
  if (trace.hasGarbageCollection) {
    processMetadata(trace, 'Python GC', 'CPU');
    threadMetadata(trace, 'Python GC', { tid: gcTid, name: 'GC' });
  }
  for (const name of ['Stars Soc Info', 'Acc PMU', 'QoS', 'AI Core Freq'] as const) {
    processMetadata(trace, name, 'NPU');
  }
}

function processMetadata(trace: RankTrace, process: ProcessName, label: 'CPU' | 'NPU'): void {
  metadata(trace, process, 0, 'process_name', `"name": "${process}"`);
  metadata(trace, process, 0, 'process_labels', `"labels": "${label}"`);
  metadata(trace, process, 0, 'process_sort_index', `"sort_index": ${sortIndex[process]}`);
}

function threadMetadata(trace: RankTrace, process: ProcessName, lane: Lane): void {
  metadata(trace, process, lane.tid, 'thread_name', `"name": "${lane.name}"`);
  metadata(trace, process, lane.tid, 'thread_sort_index', `"sort_index": ${lane.tid}`);
}

function metadata(trace: RankTrace, process: ProcessName, tid: number, name: string, args: string): void {
  trace.event('M', `{"name": "${name}", "pid": ${trace.pid(process)}, "tid": ${tid}, "args": {${args}}, "ph": "M"}`);
}
