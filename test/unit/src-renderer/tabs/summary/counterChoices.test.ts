import { expect, test } from 'vitest';
import { counterChoices } from '../../../../../src-renderer/tabs/summary/counterChoices';
import { counterLane, laneGroup, rankState } from '../../../../fixtures/dumpState';

test('a counter is one choice for all ranks that have it; a lane of one’s own stands in the group of the window’s language', () => {
  const ranks = [0, 1].map((rank) =>
    rankState(rank, {
      groups: [
        laneGroup(10 + 100 * rank, [counterLane(11 + 100 * rank, { name: 'HBM 0/Read' })], { name: 'HBM' }),
        laneGroup(20 + 100 * rank, [counterLane(21 + 100 * rank, { name: 'aten::' })], {
          ...{ name: 'Own Lanes', isOwn: true },
        }),
      ],
    }),
  );
  const translate = (key: string) => (key === 'made.own' ? '自定义泳道' : key);
  expect(counterChoices(ranks, translate).map(({ group, name, places }) => [group, name, places.length])).toEqual([
    ['HBM', 'HBM 0/Read', 2],
    ['自定义泳道', 'aten::', 2],
  ]);
});
