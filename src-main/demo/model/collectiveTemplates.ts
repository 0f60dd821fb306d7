import type { GroupKind } from '../parallel';

export type CollectiveType =
  | 'allReduce'
  | 'allGather'
  | 'reduceScatter'
  | 'alltoallv'
  | 'send'
  | 'receive'
  | 'batchSendRecv';

/** A communication op of the step. */
export interface CollectiveTemplate {
  readonly type: CollectiveType;
  readonly group: GroupKind;
  /** Of a point-to-point op: the peer's place in the group relative to this rank, −1 or +1. */
  readonly peerStep: -1 | 0 | 1;
  readonly hostOps: readonly string[];
  /** `Dequeue@<api>`. */
  readonly api: string;
  /** Elements of the whole message; `data_type` tells their size. */
  readonly count: number;
  readonly dataType: 'BFP16' | 'FP32';
  readonly sizeBytes: number;
  /** Of an exchange of tokens: whether they go to the experts or come back. */
  readonly exchange?: 'dispatch' | 'combine';
  readonly leafFrames: readonly string[];
}

interface Look {
  readonly hostOp: string;
  readonly api: string;
  readonly frame: string;
}

const looks: Readonly<Record<CollectiveType, Look>> = {
  allReduce: { hostOp: 'c10d::allreduce_', api: 'HcclAllreduce', frame: 'all_reduce' },
  allGather: { hostOp: 'c10d::_allgather_base_', api: 'HcclAllgather', frame: 'all_gather_into_tensor' },
  reduceScatter: { hostOp: 'c10d::_reduce_scatter_base_', api: 'HcclReduceScatter', frame: 'reduce_scatter_tensor' },
  alltoallv: { hostOp: 'c10d::alltoall_base_', api: 'HcclAlltoAllV', frame: 'all_to_all_single' },
  send: { hostOp: 'c10d::send', api: 'HcclSend', frame: 'send' },
  receive: { hostOp: 'c10d::recv_', api: 'HcclRecv', frame: 'recv' },
  batchSendRecv: { hostOp: 'c10d::batch_isend_irecv_', api: 'HcclBatchSendRecv', frame: 'batch_isend_irecv' },
};

export function collective(
  type: CollectiveType,
  group: GroupKind,
  count: number,
  dataType: CollectiveTemplate['dataType'],
  peerStep: -1 | 0 | 1 = 0,
): CollectiveTemplate {
  const look = looks[type];
  return {
    type,
    group,
    peerStep,
    hostOps: [look.hostOp],
    api: look.api,
    count,
    dataType,
    sizeBytes: count * (dataType === 'FP32' ? 4 : 2),
    leafFrames: [`torch/distributed/distributed_c10d.py(2050): ${look.frame}`],
  };
}

/** Sends tokens to the ranks of their experts, or back; each rank's part is uneven. `count`: elements of one rank. */
export function tokenExchange(exchange: 'dispatch' | 'combine', count: number): CollectiveTemplate {
  return { ...collective('alltoallv', 'ep', count, 'BFP16'), exchange };
}

export function isPointToPoint(template: CollectiveTemplate): boolean {
  return template.peerStep !== 0;
}
