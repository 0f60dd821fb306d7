/** Rows of a comparison as tables in memory. */
import type { ComparedKernel, ComparedOp, ComparedOpName } from '../../../../src-contract';
import type { CompareWords } from '../../../../src-report/compare/compareWords';
import type { ArrayColumn } from '../../../ui/table/arrayLoader';

export function kernelColumns({ verdicts }: CompareWords): readonly ArrayColumn<ComparedKernel>[] {
  return [
    { key: 'type', label: 'Type', valueOf: ({ type }) => type },
    { key: 'delta', label: 'B − A', unit: 'duration', valueOf: ({ total }) => total.delta },
    // A row is a type with its shapes: without them several rows look the same.
    { key: 'shapes', label: 'Shapes', valueOf: ({ shapes }) => shapes },
    { key: 'totalA', label: 'A', unit: 'duration', valueOf: ({ total }) => total.a },
    { key: 'totalB', label: 'B', unit: 'duration', valueOf: ({ total }) => total.b },
    { key: 'countA', label: 'Calls A', unit: 'count', valueOf: ({ countA }) => countA },
    { key: 'countB', label: 'Calls B', unit: 'count', valueOf: ({ countB }) => countB },
    { key: 'verdict', label: 'A call is', valueOf: ({ verdict }) => verdicts[verdict] },
    { key: 'callA', label: 'Call A', unit: 'duration', valueOf: ({ call }) => call.a },
    { key: 'callB', label: 'Call B', unit: 'duration', valueOf: ({ call }) => call.b },
    { key: 'low', label: 'At least', unit: 'duration', valueOf: ({ call }) => call.interval?.low ?? Number.NaN },
    { key: 'high', label: 'At most', unit: 'duration', valueOf: ({ call }) => call.interval?.high ?? Number.NaN },
  ];
}

export const nameColumns: readonly ArrayColumn<ComparedOpName>[] = [
  { key: 'name', label: 'Name', valueOf: ({ name }) => name },
  { key: 'delta', label: 'B − A', unit: 'duration', valueOf: ({ device }) => device.delta },
  { key: 'totalA', label: 'A', unit: 'duration', valueOf: ({ device }) => device.a },
  { key: 'totalB', label: 'B', unit: 'duration', valueOf: ({ device }) => device.b },
  { key: 'low', label: 'At least', unit: 'duration', valueOf: ({ device }) => device.interval?.low ?? Number.NaN },
  { key: 'high', label: 'At most', unit: 'duration', valueOf: ({ device }) => device.interval?.high ?? Number.NaN },
  { key: 'countA', label: 'Calls A', unit: 'count', valueOf: ({ countA }) => countA },
  { key: 'countB', label: 'Calls B', unit: 'count', valueOf: ({ countB }) => countB },
  { key: 'matched', label: 'Matched', unit: 'count', valueOf: ({ matchedCount }) => matchedCount },
  { key: 'hostDelta', label: 'Host B − A', unit: 'duration', valueOf: ({ host }) => host.delta },
];

/** Places count from 1. */
export const opColumns: readonly ArrayColumn<ComparedOp>[] = [
  { key: 'name', label: 'Name', valueOf: ({ name }) => name },
  { key: 'delta', label: 'B − A', unit: 'duration', valueOf: ({ device }) => device.delta },
  { key: 'totalA', label: 'A', unit: 'duration', valueOf: ({ device }) => device.a },
  { key: 'totalB', label: 'B', unit: 'duration', valueOf: ({ device }) => device.b },
  { key: 'hostA', label: 'Host A', unit: 'duration', valueOf: ({ host }) => host.a },
  { key: 'hostB', label: 'Host B', unit: 'duration', valueOf: ({ host }) => host.b },
  { key: 'hostDelta', label: 'Host B − A', unit: 'duration', valueOf: ({ host }) => host.delta },
  { key: 'placeA', label: 'No. A', unit: 'id', valueOf: ({ atA }) => (atA < 0 ? Number.NaN : atA + 1) },
  { key: 'placeB', label: 'No. B', unit: 'id', valueOf: ({ atB }) => (atB < 0 ? Number.NaN : atB + 1) },
];
