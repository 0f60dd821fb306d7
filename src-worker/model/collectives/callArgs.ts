/** What the events of a trace tell of a collective in their args. */
import type { ArgEntry, ArgValue } from '../../../src-contract';
import { bytesOfType } from '../../base/elementTypes';
import type { CollectiveGroup } from './collective';

/** Of one collective; NaN and undefined what its event does not tell. */
export interface CallArgs {
  /** "allReduce" */
  readonly type: string | undefined;
  readonly group: CollectiveGroup | undefined;
  /** Its number in the group, as the writer counts. */
  readonly sequence: number | undefined;
  /** What the rank puts in. */
  readonly sizeBytes: number;
}

/**
 * What PyTorch writes of a `record_param_comms`, on the host's op and on the kernels that it launches: "Collective name",
 * "In msg nelems", "dtype", "Process Group Name", "Process Group Description", "Process Group Ranks", "Seq". Versions
 * before 2.3 lack some or all. Source: appendCollectiveArgs in libkineto/src/output_json.cpp.
 */
export function kinetoCall(args: readonly ArgEntry[]): CallArgs {
  const [name, sequence] = [textAt(args, 'Collective name'), numberAt(args, 'Seq')];
  return {
    type: name === '' ? undefined : typeOfCall(name),
    group: processGroup(args),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : undefined,
    sizeBytes: numberAt(args, 'In msg nelems') * bytesOfType(textAt(args, 'dtype')),
  };
}

/** Of the annotation around the launch of a collective, "nccl:all_reduce": its type, and the size of its tensors. */
export function annotatedCall(name: string, args: readonly ArgEntry[]): CallArgs {
  const dims = valueAt(args, 'Input Dims');
  const types = valueAt(args, 'Input type');
  let sizeBytes = Number.NaN;
  if (dims?.kind === 'list' && types?.kind === 'list') {
    dims.items.forEach((shape, at) => {
      const type = types.items[at];
      const own = type?.kind === 'text' ? elementsOf(shape) * bytesOfType(type.text) : Number.NaN;
      // Scalars among the inputs have no shape and a type that says so.
      if (!Number.isNaN(own)) sizeBytes = (Number.isNaN(sizeBytes) ? 0 : sizeBytes) + own;
    });
  }
  return { type: typeOfCall(name.replace(/^\w+:/, '')), group: undefined, sequence: undefined, sizeBytes };
}

/** What HCCL's own slices tell: `count` elements of `data_type`, as msMonitor has it `dataType`. */
export function hcclSizeBytes(args: readonly ArgEntry[]): number {
  return numberAt(args, 'count') * bytesOfType(textAt(args, 'data_type') || textAt(args, 'dataType'));
}

/** The group that msMonitor tells of each collective; '' where there is none. */
export function groupInArgs(args: readonly ArgEntry[]): string {
  return textAt(args, 'commName');
}

/** The first one's, what it lacks from the second. */
export function completed(first: CallArgs, second: CallArgs): CallArgs {
  return {
    type: first.type ?? second.type,
    group: first.group ?? second.group,
    sequence: first.sequence ?? second.sequence,
    sizeBytes: Number.isNaN(first.sizeBytes) ? second.sizeBytes : first.sizeBytes,
  };
}

/** How c10d names its calls, without underscores: what one of them begins with is its type here. */
const TYPES_OF_CALLS = [
  ['allreduce', 'allReduce'],
  ['allgather', 'allGather'],
  ['reducescatter', 'reduceScatter'],
  ['alltoall', 'allToAll'],
  ['broadcast', 'broadcast'],
  ['barrier', 'barrier'],
  ['sendrecv', 'sendRecv'],
  ['send', 'send'],
  ['recv', 'receive'],
  ['receive', 'receive'],
  ['reduce', 'reduce'],
  ['gather', 'gather'],
  ['scatter', 'scatter'],
] as const;

/** "allGather" of "_allgather_base", "all_gather_into_tensor_coalesced" or "ALLGATHER"; undefined for any other name. */
export function typeOfCall(name: string): string | undefined {
  const plain = name.replaceAll('_', '').toLowerCase();
  return TYPES_OF_CALLS.find(([start]) => plain.startsWith(start))?.[1];
}

function processGroup(args: readonly ArgEntry[]): CollectiveGroup | undefined {
  const name = textAt(args, 'Process Group Name');
  const ranksText = listText(valueAt(args, 'Process Group Ranks'));
  if (name === '' && ranksText === '') return undefined;
  const description = textAt(args, 'Process Group Description');
  return processGroupOf(name, description, ranksText, numberAt(args, 'Group size'));
}

/** A name counts the groups of its process; with its ranks it is the same on all of them, and on no others. */
export function processGroupOf(name: string, description: string, ranksText: string, size: number): CollectiveGroup {
  const isNamed = description !== '' && description !== 'undefined';
  return {
    key: `${name} ${ranksText}`.trim(),
    name: isNamed ? description : name || ranksText,
    ranks: ranksIn(ranksText, size),
  };
}

/** "[0, 2, 4]"; of many the writer leaves out those in the middle: "[0, 1, …, 62, ..., 63]". */
function ranksIn(text: string, size: number): readonly number[] {
  const ranks = (text.match(/\d+/g) ?? []).map(Number);
  if (!text.includes('...')) return ranks;
  const [first, stride, last] = [ranks[0], ranks[1] - ranks[0], ranks[ranks.length - 1]];
  const isEven = ranks.slice(0, -1).every((rank, at) => rank === first + at * stride);
  if (!isEven || !(size > 1 && size <= MAX_GROUP) || first + (size - 1) * stride !== last) return [];
  return Array.from({ length: size }, (_, at) => first + at * stride);
}

/** More ranks than a job has. */
const MAX_GROUP = 1 << 20;

function listText(value: ArgValue | undefined): string {
  if (value?.kind === 'text') return value.text.trim();
  if (value?.kind !== 'list') return '';
  return `[${value.items.map((item) => (item.kind === 'number' ? item.digits : '')).join(', ')}]`;
}

/** Elements of a tensor's shape; NaN for anything else, such as a list of shapes. */
function elementsOf(shape: ArgValue): number {
  if (shape.kind !== 'list' || shape.items.length === 0) return Number.NaN;
  return shape.items.reduce(
    (product, size) => product * (size.kind === 'number' ? Number(size.digits) : Number.NaN),
    1,
  );
}

function valueAt(args: readonly ArgEntry[], key: string): ArgValue | undefined {
  return args.find((entry) => entry.key === key)?.value;
}

/** '' where there is no text. */
function textAt(args: readonly ArgEntry[], key: string): string {
  const value = valueAt(args, key);
  if (value?.kind === 'number') return value.digits;
  return value?.kind === 'text' ? value.text : '';
}

function numberAt(args: readonly ArgEntry[], key: string): number {
  const text = textAt(args, key);
  return text === '' ? Number.NaN : Number(text);
}
