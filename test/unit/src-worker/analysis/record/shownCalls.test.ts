import { expect, test } from 'vitest';
import { shownCalls } from '../../../../../src-worker/analysis/record/shownCalls';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { fileTree } from '../../../../fixtures/fileTree';

async function shownIn(picture: string, waits: readonly string[] = []) {
  const wait = { name: 'Notify_Wait', args: { 'src rank': 0, 'dst rank': 1 } };
  const events = Object.fromEntries(waits.map((own) => [own, wait]));
  const dump = await openContext(fileTree({ 'trace_view.json': drawTrace(picture, { events }) }));
  const [rank] = dump.ranks;
  return dump.ofTimeline('shown', rank.index, (view) => shownCalls(dump, rank, view));
}

test('the calls that move most, wait most, and the receive that waits most; what computing hides is neither', async () => {
  const shown = await shownIn(
    `
    Ascend Hardware / Stream 2                       :                                              [MatMul          ]
    Communication / Group 0 Communication            : [hcom_allReduce__001_0_1] [hcom_allGather__001_1_1][hcom_allReduce__001_2_1] [hcom_receive__001_3_1]
    Communication / Plane 0                          : [w1        ][Memcpy]       [w2][Memcpy           ] [Memcpy                 ]
    Overlap Analysis / Computing                     :                                                     [Computing              ]
    Overlap Analysis / Communication(Not Overlapped) : [Communication(Not Overlapped)                     ]                           [Communication(Not Overlapped)]
    `,
    ['w1', 'w2'],
  );
  expect(shown).toMatchObject({
    moving: { kind: 'slice', name: 'hcom_allGather__001_1_1' },
    waiting: { kind: 'slice', name: 'hcom_allReduce__001_0_1' },
    passing: { kind: 'slice', name: 'hcom_receive__001_3_1' },
  });
});

test('without planes nothing moves by itself; without communication there is no call', async () => {
  const bare = await shownIn(`
    Communication / Group 0 Communication            : [hcom_allReduce__001_0_1] [hcom_allReduce__001_1_1      ]
    Overlap Analysis / Communication(Not Overlapped) : [Communication(Not Overlapped)                          ]
    `);
  expect(bare).toMatchObject({ waiting: { name: 'hcom_allReduce__001_1_1' } });
  expect(Object.keys(bare ?? {})).toEqual(['waiting']);
  expect(
    await shownIn(`
    Ascend Hardware / Stream 2 : [MatMul]
    `),
  ).toEqual({});
});
