import { expect, test } from 'vitest';
import { isPointToPoint, opType } from '../../../../../src-worker/model/collectives/collective';

test('the type of a collective by its name, as HCCL, its sums and MindSpore’s graphs have it', () => {
  const typed = {
    hcom_allReduce__271_0_1: 'allReduce',
    hcom_allReduce_: 'allReduce',
    HcclAllReduce: 'allReduce',
    'Default/AllReduce-op534_0': 'allReduce',
    'Default/network-TrainOneStepCell/grad_reducer-DistributedGradReducer/AllGather-op12': 'allGather',
    'Default/sender-Cell/Receive-op3_1': 'receive',
    ncclKernel: 'ncclKernel',
  };
  expect(Object.keys(typed).map(opType)).toEqual(Object.values(typed));
  // The scopes that it stands in say nothing of it.
  expect(isPointToPoint(opType('Default/sender-Cell/AllReduce-op3_0'))).toBe(false);
});
