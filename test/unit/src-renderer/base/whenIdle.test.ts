import { expect, test, vi } from 'vitest';
import { whenIdle } from '../../../../src-renderer/base/whenIdle';

test('it is done once the window is idle, in a task of its own, and once', () => {
  const tasks: (() => void)[] = [];
  const window = { requestIdleCallback: (task: () => void) => tasks.push(task) } as unknown as Window;
  const work = vi.fn();
  whenIdle(window, work);
  expect(work).not.toHaveBeenCalled();
  expect(tasks).toHaveLength(1);
  tasks[0]();
  expect(work).toHaveBeenCalledTimes(1);
});

test('where a browser does not tell when that is, or there is no window, it is left to who needs it first', async () => {
  const work = vi.fn();
  whenIdle({ setTimeout } as unknown as Window, work);
  whenIdle(null, work);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(work).not.toHaveBeenCalled();
});
