import { expect, test, vi } from 'vitest';
import { HeldMotion } from '../../../../../src-renderer/timeline/moving/heldMotion';
import { type KeyMotion, stepMotion, stillMotion } from '../../../../../src-renderer/timeline/moving/keyMotion';

function moving() {
  const navigation = { zoomAt: vi.fn(), panBy: vi.fn(), scrollBy: vi.fn() };
  return { navigation, motion: new HeldMotion(navigation, { width: 800 }) };
}

const held = (key: 'KeyD' | 'KeyW'): KeyMotion => ({ held: new Map([[key, 0]]), tapped: new Set() });

test('nothing moves as long as nothing is held', () => {
  const { navigation, motion } = moving();
  expect(motion.move(100, { motion: stillMotion, pointer: undefined })).toBe(false);
  for (const move of Object.values(navigation)) expect(move).not.toHaveBeenCalled();
});

test('the first frame moves by one, those behind it by the time between them, and a pause begins anew', () => {
  const { navigation, motion } = moving();
  const input = { motion: held('KeyD'), pointer: undefined };
  const expected: number[] = [];
  let own = held('KeyD');
  for (const ms of [16, 40]) {
    const step = stepMotion(own, ms);
    expected.push(step.panPx);
    own = step.motion;
  }
  expect(motion.move(1_000, input)).toBe(true);
  expect(motion.move(1_040, input)).toBe(true);
  input.motion = stillMotion;
  expect(motion.move(5_000, input)).toBe(false);
  input.motion = held('KeyD');
  motion.move(9_000, input);
  expect(navigation.panBy.mock.calls.map(([px]) => px)).toEqual([...expected, expected[0]]);
  expect(expected[0]).not.toBe(0);
});

test('zooming is about the pointer, else about the middle', () => {
  const { navigation, motion } = moving();
  motion.move(0, { motion: held('KeyW'), pointer: undefined });
  motion.move(16, { motion: held('KeyW'), pointer: { x: 123, y: 5, ns: 0 } });
  expect(navigation.zoomAt.mock.calls.map(([x]) => x)).toEqual([400, 123]);
});
