import { expect, test } from 'vitest';
import type { LiveJob, LiveJobId } from '../../../../../src-contract';
import { shownJob } from '../../../../../src-renderer/tabs/live/live';
import { type LiveWindow, LiveWindows } from '../../../../../src-renderer/tabs/live/liveWindow';

const [a, b] = ['a' as LiveJobId, 'b' as LiveJobId];
const zoomedTo = (start: number): LiveWindow => ({ stretch: 'all', zoomed: { start, end: start + 10 } });
const everything: LiveWindow = { stretch: 'all', zoomed: undefined };

function windowsWithClock() {
  const clock = { ms: 0 };
  return { clock, windows: new LiveWindows(() => clock.ms) };
}

test('back to each stretch that was shown, and forward again', () => {
  const { clock, windows } = windowsWithClock();
  for (const start of [1, 2, 3]) {
    clock.ms += 1_000;
    windows.show(a, zoomedTo(start));
  }
  windows.go(a, 'back');
  windows.go(a, 'back');
  expect(windows.of(a)).toEqual(zoomedTo(1));
  windows.go(a, 'forward');
  expect(windows.of(a)).toEqual(zoomedTo(2));
  windows.go(a, 'back');
  windows.go(a, 'back');
  expect(windows.of(a)).toEqual(everything);
  expect([windows.can(a, 'back'), windows.can(a, 'forward')]).toEqual([false, true]);
  windows.show(a, zoomedTo(9));
  expect(windows.can(a, 'forward')).toBe(false);
});

test('what a wheel goes on with is one gesture, and after going back another begins', () => {
  const { clock, windows } = windowsWithClock();
  windows.show(a, zoomedTo(1));
  clock.ms += 100;
  windows.show(a, zoomedTo(2));
  clock.ms += 399;
  windows.show(a, zoomedTo(3));
  windows.go(a, 'back');
  expect(windows.of(a)).toEqual(everything);
  windows.show(a, zoomedTo(4));
  windows.go(a, 'back');
  expect(windows.of(a)).toEqual(everything);
  expect(windows.can(a, 'back')).toBe(false);
});

test('another job begins with everything, and has no past', () => {
  const { windows } = windowsWithClock();
  windows.show(a, zoomedTo(1));
  expect([windows.of(b), windows.can(b, 'back')]).toEqual([everything, false]);
  windows.show(b, zoomedTo(2));
  expect([windows.of(a), windows.can(a, 'back')]).toEqual([everything, false]);
  windows.go(b, 'back');
  expect(windows.of(b)).toEqual(everything);
});

test('a job that has just been added is shown with the next news; until then the one before is', () => {
  const job = (id: LiveJobId) => ({ id }) as LiveJob;
  const c = 'c' as LiveJobId;
  const shown = (jobs: readonly LiveJobId[]) => shownJob({ jobs: jobs.map(job), chosen: c, before: b })?.id;
  expect(shown([a, b])).toBe(b);
  expect(shown([a, b, c])).toBe(c);
  expect(shown([a])).toBe(a);
  expect(shown([])).toBeUndefined();
});
