/** Smooth movement while keys are held: pure, driven by the time between frames. */

/** Keys that move as long as they are held, by `KeyboardEvent.code`. */
export type HeldKey = 'KeyW' | 'KeyA' | 'KeyS' | 'KeyD' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const heldKeys: ReadonlySet<string> = new Set<HeldKey>([
  'KeyW',
  'KeyA',
  'KeyS',
  'KeyD',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]);

export function isHeldKey(code: string): code is HeldKey {
  return heldKeys.has(code);
}

export interface KeyMotion {
  /** Key → how long it has been held, in ms. */
  readonly held: ReadonlyMap<HeldKey, number>;
  /** Keys that were let go before a frame has moved by them: they move with the next one, however long it is in coming. */
  readonly tapped: ReadonlySet<HeldKey>;
}

export const stillMotion: KeyMotion = { held: new Map(), tapped: new Set() };

/** The next frame moves. */
export function isMoving({ held, tapped }: KeyMotion): boolean {
  return held.size > 0 || tapped.size > 0;
}

export interface MotionStep {
  readonly motion: KeyMotion;
  /** CSS pixels that the view moves right and the rows move up. */
  readonly panPx: number;
  readonly scrollPx: number;
  /** > 1 shows more. */
  readonly zoomFactor: number;
}

export function pressKey(motion: KeyMotion, key: HeldKey): KeyMotion {
  if (motion.held.has(key)) return motion;
  return { ...motion, held: new Map(motion.held).set(key, 0) };
}

export function releaseKey(motion: KeyMotion, key: HeldKey): KeyMotion {
  if (!motion.held.has(key)) return motion;
  const held = new Map(motion.held);
  held.delete(key);
  const tapped = motion.held.get(key) === 0 ? new Set(motion.tapped).add(key) : motion.tapped;
  return { held, tapped };
}

/** Speeds: at the press, and after `rampMs`. Pan and scroll in CSS pixels a second, zoom in natural logarithm a second. */
const rampMs = 700;
const panSpeed = { first: 700, full: 2600 };
const scrollSpeed = { first: 450, full: 1800 };
const zoomSpeed = { first: 1.6, full: 4.5 };
/** A frame that took longer (a hidden window, a pause) moves no further than this one would. */
const longestFrameMs = 64;

/** How far the held keys move within `elapsedMs`. */
export function stepMotion(motion: KeyMotion, elapsedMs: number): MotionStep {
  const frameMs = Math.min(longestFrameMs, Math.max(0, elapsedMs));
  const held = new Map<HeldKey, number>();
  let panPx = 0;
  let scrollPx = 0;
  let zoom = 0;
  const moving = new Map(motion.held);
  for (const key of motion.tapped) if (!moving.has(key)) moving.set(key, 0);
  for (const [key, heldMs] of moving) {
    if (motion.held.has(key)) held.set(key, heldMs + frameMs);
    const seconds = frameMs / 1000;
    const speedUp = Math.min(1, (heldMs + frameMs / 2) / rampMs);
    const distance = (speed: { first: number; full: number }): number =>
      (speed.first + (speed.full - speed.first) * speedUp) * seconds;
    switch (key) {
      case 'KeyA':
      case 'ArrowLeft':
        panPx -= distance(panSpeed);
        break;
      case 'KeyD':
      case 'ArrowRight':
        panPx += distance(panSpeed);
        break;
      case 'KeyW':
        zoom -= distance(zoomSpeed);
        break;
      case 'KeyS':
        zoom += distance(zoomSpeed);
        break;
      case 'ArrowUp':
        scrollPx -= distance(scrollSpeed);
        break;
      case 'ArrowDown':
        scrollPx += distance(scrollSpeed);
        break;
    }
  }
  return { motion: { held, tapped: new Set() }, panPx, scrollPx, zoomFactor: Math.exp(zoom) };
}
