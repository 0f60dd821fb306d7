import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { SessionState } from '../../../../src-renderer/session/sessionState';
import { followMotion } from '../../../../src-renderer/session/viewMotion';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function followed() {
  const told: boolean[] = [];
  const store = createStore<SessionState>()(
    () => ({ dump: {}, view: { startNs: 0, endNs: 1 }, scrollTop: 0 }) as unknown as SessionState,
  );
  const motion = followMotion(
    {
      viewMoves: async (isMoving) => {
        told.push(isMoving);
      },
    },
    store,
  );
  let at = 0;
  /** Moves the view every 50 ms, for so long. */
  const move = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      at++;
      store.setState({ view: { startNs: at, endNs: at + 1 } });
      await vi.advanceTimersByTimeAsync(50);
    }
  };
  const rests = (mostMs: number) => {
    const own = { areThere: false };
    void motion.rests(mostMs).then(() => {
      own.areThere = true;
    });
    return own;
  };
  return { told, store, move, rests };
}

test('the engine is told when the view begins to move, now and then that it still does, and when it rests', async () => {
  const { told, store, move } = followed();
  await move(1000);
  expect(told).toEqual([true]);
  await move(1500);
  expect(told).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual([true, true, false]);
  // Rows that are scrolled are a view that moves.
  store.setState({ scrollTop: 10 });
  await vi.advanceTimersByTimeAsync(200);
  expect(told.slice(3)).toEqual([true, false]);
});

test('a view that follows a dump while it is read is not moved', async () => {
  const { told, store } = followed();
  store.setState({ dump: { status: 'indexing' } as SessionState['dump'], view: { startNs: 0, endNs: 2 } });
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual([]);
});

test('what can wait does until the view rests, also where it is moved a moment later', async () => {
  const { move, rests } = followed();
  const own = rests(5000);
  await vi.advanceTimersByTimeAsync(200);
  expect(own.areThere).toBe(false);
  await move(1000);
  expect(own.areThere).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(own.areThere).toBe(true);
});

test('it waits for no more than it said', async () => {
  const { move, rests } = followed();
  const own = rests(1000);
  await move(950);
  expect(own.areThere).toBe(false);
  await move(100);
  expect(own.areThere).toBe(true);
});
