import { test } from 'vitest';
import { parseFault } from '../../../../src-main/demo/faults/faultText';
import { checkShape, type Shape } from './dumpChecks';

const shapes: readonly (readonly [string, Shape])[] = [
  ['one rank', {}],
  ['data 2', { parallel: { tensor: 1, pipeline: 1, data: 2 } }],
  ['context 2', { parallel: { tensor: 1, pipeline: 1, data: 1, context: 2 } }],
  ['two hosts', { parallel: { tensor: 1, pipeline: 1, data: 2 }, ranksPerHost: 1 }],
  ['a slow rank', { parallel: { tensor: 1, pipeline: 1, data: 2 }, faults: [parseFault('slow-rank:rank=1')] }],
];

test.each(shapes)('a generated dump: %s', (_, shape) => checkShape(shape));
