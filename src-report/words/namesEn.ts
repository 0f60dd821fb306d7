/** Names of what a report and the window speak of, in English. */
import type { JobFactId, PathComponent, RuleId } from '../../src-contract';
import type { SplitPartName } from '../splitParts';

export const ruleNames: Readonly<Record<RuleId, string>> = {
  A2: 'Dispatch: the device waits for the host',
  A4: 'Communication that nothing hides, without recorded planes',
  A5: 'Exposed communication: data moved while nothing is computed',
  B2: 'Ops on the AI CPU',
  B3: 'Compiling at run time, dynamic shapes',
  B4: 'Kernels that keep neither units nor memory busy',
  B5: 'Kernels under the roofline',
  B6: 'Core frequency, kernels with too few blocks',
  B7: 'Sequences of kernels that could be one',
  B8: 'Ops for which there is one operator',
  B9: 'Dataloader, garbage collection, synchronising, allocator, copies, SyncBatchNorm, processors that others take, environment variables',
  C1: 'Bandwidth of each transport',
  C2: 'Small packets',
  C3: 'Packet sizes that are no multiple of 512 bytes',
  C4: 'Contention: collectives slower beside computing',
  C5: 'Retransmission over RDMA',
  C6: 'Slow links',
  C7: 'Waiting in collectives',
  C8: 'Late ranks',
  C9: 'Gradients in more messages than need be',
  D2: 'Slow ranks, unbalanced stages, pipeline bubble',
  D3: 'Functions that keep the device from computing, or take longer than on other ranks',
  D4: 'Experts that are given more tokens than others',
  E1: 'Steps that take far longer than usual (K-sigma)',
  E2: 'Computing or steps that grow over the recording',
  F1: 'Memory that grows and stays',
  H1: 'Collectives that never end',
  H2: 'Ranks that call different collectives',
};

/** Parts of a step. */
export const partNames: Readonly<Record<SplitPartName, string>> = {
  alone: 'Computing',
  overlapped: 'Overlapped',
  moving: 'Moving data',
  waiting: 'Waiting for peers',
  untold: 'Exposed communication',
  free: 'Free: other',
  free_op: 'Free: host ops',
  free_python: 'Free: Python',
  free_launch: 'Free: launch',
  free_compile: 'Free: compiling',
  free_synchronise: 'Free: synchronising',
  free_dataloader: 'Free: dataloader',
  'free_garbage-collection': 'Free: garbage collection',
  free_allocator: 'Free: allocator',
  free_copy: 'Free: blocking copies',
  'free_queue-full': 'Free: task queue full',
  free_unrecorded: 'Free: nothing recorded',
};

/** What a critical path is made of. */
export const componentNames: Readonly<Record<PathComponent, string>> = {
  host: 'host',
  queue: 'task queue',
  cann: 'launching thread',
  launch: 'launch latency',
  synchronise: 'synchronising',
  compute: 'computing',
  memory: 'copies',
  moving: 'moving data',
  peer: 'waiting for a rank that was not recorded',
  idle: 'idle',
};

export const jobFactNames: Readonly<Record<JobFactId, string>> = {
  ranks: 'Ranks',
  worldSize: 'World size',
  hosts: 'Host',
  devices: 'Device',
  deviceName: 'Device type',
  level: 'Level',
  metrics: 'AI Core metrics',
  activities: 'Activities',
  options: 'Options',
  schedule: 'Schedule',
  framework: 'Framework',
  cann: 'CANN',
  backend: 'Backend',
  parallel: 'Parallel',
  collectionEnd: 'End of collection',
};
