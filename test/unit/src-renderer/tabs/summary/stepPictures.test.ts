import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { DataOperator, DataPreparation, ShownStep } from '../../../../../src-contract';
import { joinSentences } from '../../../../../src-renderer/base/joinSentences';
import { dataSentences } from '../../../../../src-renderer/tabs/summary/data/dataSentences';
import { BOX, pipelineLayout } from '../../../../../src-renderer/tabs/summary/data/pipelineLayout';
import { collectiveNs, tracePhases } from '../../../../../src-renderer/tabs/summary/stepTrace/tracePhases';
import { traceSentences } from '../../../../../src-renderer/tabs/summary/stepTrace/traceSentences';

/** Says which sentence it is, and with which numbers. */
const t = ((key: string, params: object = {}) => `${key} ${JSON.stringify(params)}`) as unknown as TFunction;

const shown: ShownStep = {
  stepCount: 3,
  totalNs: 1000,
  forwardNs: 100,
  backwardNs: 800,
  collectives: [
    { lane: 'a', startNs: 700, endNs: 900 },
    { lane: 'b', startNs: 750, endNs: 850 },
    { lane: 'a', startNs: 950, endNs: 960 },
  ],
};

test('phases follow each other over the whole step; collectives at the same time count once', () => {
  expect(tracePhases(shown).map(({ id, startNs, endNs }) => [id, startNs, endNs])).toEqual([
    ['interval', 0, 100],
    ['forwardBackward', 100, 800],
    ['tail', 800, 1000],
  ]);
  expect(collectiveNs(shown)).toBe(210);
  expect(traceSentences(shown, t).map(({ leadsTo }) => leadsTo)).toEqual([undefined, 'operator', undefined]);
  const late = traceSentences({ ...shown, forwardNs: 700 }, t);
  expect(late.map(({ leadsTo }) => leadsTo)).toEqual([undefined, 'data', undefined]);
  expect(late[0].text).toContain('"intervalShare":"70"');
  const inference = { ...shown, forwardNs: Number.NaN, backwardNs: Number.NaN };
  expect([tracePhases(inference), traceSentences(inference, t).length]).toEqual([[], 1]);
});

const operator = (id: number, children: number[], parent?: number): DataOperator => {
  return { id, type: 'Map', workers: 1, children, ...(parent !== undefined && { parent }) };
};

test('operators stand behind all they take from, sources below one another, none on another', () => {
  const { boxes, links, width, height } = pipelineLayout([
    operator(4, [], 2),
    operator(3, [], 1),
    operator(2, [4], 1),
    operator(1, [2, 3], 0),
    operator(0, [1]),
  ]);
  const at = new Map(boxes.map(({ operator: own, left, top }) => [own.id, [left, top] as const]));
  for (const { from, to } of links) expect(from.left + BOX.width).toBeLessThan(to.left);
  expect(links.length).toBe(4);
  expect(new Set([...at.values()].map(String)).size).toBe(5);
  // In the middle of what it takes from.
  expect(at.get(1)?.[1]).toBe(((at.get(2)?.[1] ?? 0) + (at.get(3)?.[1] ?? 0)) / 2);
  expect([width, height]).toEqual([
    2 * BOX.margin + 4 * BOX.width + 3 * BOX.columnGap,
    2 * BOX.margin + 2 * BOX.height + BOX.rowGap,
  ]);
});

test('operators in a circle have places', () => {
  const { boxes } = pipelineLayout([operator(0, [1], 1), operator(1, [0], 0)]);
  expect(boxes.every(({ left, top }) => Number.isFinite(left + top))).toBe(true);
});

test('sentences are joined as their language has it', () => {
  expect([joinSentences(['A.', 'B.']), joinSentences(['甲。', '乙。'])]).toEqual(['A. B.', '甲。乙。']);
});

test('the verdict comes first, then the operator, and what to change', () => {
  const value: DataPreparation = {
    verdict: { stage: 'processing', stepCount: 10, heldCount: 4, heldByProcessing: 4, heldByTransfer: 0 },
    pipeline: {
      operators: [{ ...operator(2, []), workers: 8 }],
      sampleIntervalNs: 1e7,
      source: 'pipeline-raw',
      bottlenecks: [
        {
          ...{ operator: 2, reason: 'between', inputUsage: 0.871, outputUsage: 0.04, cpuPerWorker: Number.NaN },
          advice: ['more-workers'],
        },
      ],
    },
  };
  const [verdict, bottleneck, ...rest] = dataSentences(value, t);
  expect([verdict.id, verdict.tone, rest]).toEqual(['verdict', 'warning', []]);
  expect(bottleneck.text).toContain('"input":"87"');
  expect(bottleneck.text).toContain('summary.data.advice.more-workers {"workers":"8"}');
});
