import { afterEach, expect, it, vi } from 'vitest';
import type { SliceSearch } from '../../../../src-contract';
import { createSession } from '../../../../src-renderer/session/createSession';
import { byStart, searchOf } from '../../../../src-renderer/session/search/search';
import type { DumpSession } from '../../../../src-renderer/session/session';
import { dumpState } from '../../../fixtures/dumpState';
import { scriptedEngine, settled } from '../../../fixtures/scriptedEngine';

const sessions: DumpSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

/** A search whose engine finds so many slices of each text; counting waits where it is told to. */
function open(found: Readonly<Record<string, number>>) {
  const { engine } = scriptedEngine();
  const held: (() => void)[] = [];
  const state = { isHeld: false };
  vi.spyOn(engine, 'ask').mockImplementation((async (_dump: unknown, name: string, question: never) => {
    const { search, firstRow } = question as { search: SliceSearch; firstRow: number };
    const total = found[search.text] ?? 0;
    if (name === 'search.page') {
      const rowIds = firstRow < total ? [firstRow] : [];
      return { matchingRows: total, rowIds, cells: {} };
    }
    if (name !== 'search.count') return undefined;
    if (state.isHeld) await new Promise<void>((go) => held.push(go));
    return { total, ranks: [], isTooSlow: false, argsRead: 0, argsTotal: 0 };
  }) as never);
  const session = createSession({ engine, dump: dumpState(), onError: vi.fn(), watchRetryMs: 1, remembered: {} });
  sessions.push(session);
  const search = searchOf(session);
  search.follow();
  const release = () => {
    for (const go of held.splice(0)) go();
  };
  return { search, hold: state, release };
}

it('a step to the first of what has not been counted yet, and is nothing, leaves one nowhere: not at the first of what was found before', async () => {
  const { search, hold, release } = open({ R: 2_008 });
  const { store } = search;
  search.setText('R');
  await vi.waitFor(() => expect(store.getState().count?.total).toBe(2_008));
  const before = store.getState().search!;
  hold.isHeld = true;
  search.setText('Receive');
  expect(await search.step(1)).toBeUndefined();
  // The table's page of what was searched for before comes late.
  search.noteOrder(before, { sort: byStart, filters: [], rowCount: 2_008 });
  await vi.waitFor(() => {
    release();
    expect(store.getState().count?.total).toBe(0);
  });
  await settled();
  expect(store.getState()).toMatchObject({ isCounting: false, current: undefined, order: undefined });
});
