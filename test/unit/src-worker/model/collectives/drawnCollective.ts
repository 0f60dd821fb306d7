import type { Collective } from '../../../../../src-worker/model/collectives/collective';

export function drawnCollective(name: string, startNs: number, elapseNs = 1000): Collective {
  return {
    rank: 0,
    step: '1',
    kind: 'collective',
    name,
    type: 'allReduce',
    group: '4711',
    startNs,
    elapseNs,
    transitNs: 0,
    waitNs: 0,
    synchronizationNs: 0,
    idleNs: 0,
    sizeBytes: Number.NaN,
    bandwidths: [],
  };
}
