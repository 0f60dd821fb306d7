import { describe, expect, it } from 'vitest';
import {
  isHeldKey,
  isMoving,
  pressKey,
  releaseKey,
  stepMotion,
  stillMotion,
} from '../../../../../src-renderer/timeline/moving/keyMotion';

describe('held keys', () => {
  it('move the way they say, and nothing when none is held', () => {
    expect(stepMotion(stillMotion, 16)).toMatchObject({ panPx: 0, scrollPx: 0, zoomFactor: 1 });
    expect(stepMotion(pressKey(stillMotion, 'KeyA'), 16).panPx).toBeLessThan(0);
    expect(stepMotion(pressKey(stillMotion, 'KeyD'), 16).panPx).toBeGreaterThan(0);
    expect(stepMotion(pressKey(stillMotion, 'KeyW'), 16).zoomFactor).toBeLessThan(1);
    expect(stepMotion(pressKey(stillMotion, 'KeyS'), 16).zoomFactor).toBeGreaterThan(1);
    expect(stepMotion(pressKey(stillMotion, 'ArrowDown'), 16).scrollPx).toBeGreaterThan(0);
  });

  it('cancel each other out', () => {
    const both = pressKey(pressKey(stillMotion, 'KeyA'), 'KeyD');
    const step = stepMotion(both, 16);
    expect(step.panPx).toBe(0);
    expect(stepMotion(releaseKey(step.motion, 'KeyA'), 16).panPx).toBeGreaterThan(0);
  });

  it('move by one frame when they are let go before there was one', () => {
    const tapped = releaseKey(pressKey(stillMotion, 'KeyD'), 'KeyD');
    expect(isMoving(tapped)).toBe(true);
    const step = stepMotion(tapped, 16);
    expect(step.panPx).toBe(stepMotion(pressKey(stillMotion, 'KeyD'), 16).panPx);
    expect(isMoving(step.motion)).toBe(false);
    expect(stepMotion(step.motion, 16).panPx).toBe(0);
    // Pressed again by then it is held, and moves once.
    const again = stepMotion(pressKey(tapped, 'KeyD'), 16);
    expect(again.panPx).toBe(step.panPx);
    expect([...again.motion.held]).toEqual([['KeyD', 16]]);
  });

  it('grow faster the longer they are held, up to a limit', () => {
    let motion = pressKey(stillMotion, 'KeyD');
    const pans: number[] = [];
    for (let frame = 0; frame < 120; frame++) {
      const step = stepMotion(motion, 16);
      motion = step.motion;
      pans.push(step.panPx);
    }
    expect(pans[20]).toBeGreaterThan(pans[0] * 1.5);
    expect(pans[119]).toBe(pans[100]);
  });

  it('move as far at 30 frames a second as at 60', () => {
    const distance = (frameMs: number, frames: number): number => {
      let motion = pressKey(stillMotion, 'KeyD');
      let sum = 0;
      for (let frame = 0; frame < frames; frame++) {
        const step = stepMotion(motion, frameMs);
        motion = step.motion;
        sum += step.panPx;
      }
      return sum;
    };
    expect(distance(32, 30)).toBeCloseTo(distance(16, 60), 6);
  });

  it('do not jump after a pause', () => {
    const motion = pressKey(stillMotion, 'KeyD');
    expect(stepMotion(motion, 60_000).panPx).toBe(stepMotion(motion, 64).panPx);
  });

  it('are physical keys', () => {
    expect(['KeyW', 'ArrowUp', 'KeyF', 'w'].map(isHeldKey)).toEqual([true, true, false, false]);
  });
});
