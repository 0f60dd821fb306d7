import { describe, expect, it } from 'vitest';
import {
  type GestureEffect,
  type GestureEvent,
  gestureStep,
  idleGesture,
  type PointerSpot,
  wheelEffect,
} from '../../../../../src-renderer/ui/lanes/gestures';

const spot = (x: number, y = 100): PointerSpot => ({ x, y, ns: x * 10 });

function down(x: number, rest: Partial<Extract<GestureEvent, { kind: 'down' }>> = {}): GestureEvent {
  return { kind: 'down', spot: spot(x), zone: 'lanes', button: 'main', altKey: false, shiftKey: false, ...rest };
}
const move = (x: number): GestureEvent => ({ kind: 'move', spot: spot(x) });
const up = (x: number): GestureEvent => ({ kind: 'up', spot: spot(x) });

function play(...events: readonly GestureEvent[]): { effects: GestureEffect[]; end: string } {
  let state = idleGesture;
  const effects: GestureEffect[] = [];
  for (const event of events) {
    const step = gestureStep(state, event);
    state = step.state;
    if (step.effect !== undefined) effects.push(step.effect);
  }
  return { effects, end: state.kind };
}

describe('pressing and dragging', () => {
  it('clicks when the pointer hardly moves', () => {
    expect(play(down(50), move(52), up(52))).toEqual({ effects: [{ kind: 'click', spot: spot(52) }], end: 'idle' });
  });

  it('pans from where it was pressed, so that nothing adds up', () => {
    const { effects } = play(down(50), move(60), move(75), up(75));
    expect(effects).toEqual([
      { kind: 'pan', from: spot(50), to: spot(60) },
      { kind: 'pan', from: spot(50), to: spot(75) },
    ]);
  });

  it('marks a range in the ruler, and with Shift a region of the lanes', () => {
    const range = { kind: 'range', fromNs: 500, toNs: 200 };
    expect(play(down(50, { zone: 'ruler' }), move(20), up(20)).effects).toEqual([range]);
    const region = { kind: 'region', from: spot(50), to: spot(20) };
    expect(play(down(50, { shiftKey: true }), move(20), up(20)).effects).toEqual([region]);
    expect(play(down(50, { zone: 'ruler' }), up(50)).effects).toEqual([{ kind: 'clickRuler', spot: spot(50) }]);
  });

  it('zooms to a box with Alt, once it is let go, unless it is too narrow', () => {
    expect(play(down(50, { altKey: true }), move(90)).effects).toEqual([]);
    const zoom = { kind: 'zoomToBox', fromNs: 500, toNs: 900 };
    expect(play(down(50, { altKey: true }), move(90), up(90)).effects).toEqual([zoom]);
    expect(play(down(50, { altKey: true }), move(90), move(53), up(53)).effects).toEqual([]);
  });

  it('does nothing after it is cancelled', () => {
    expect(play(down(50, { altKey: true }), move(90), { kind: 'cancel' }, up(90))).toEqual({
      effects: [],
      end: 'idle',
    });
  });

  it('pans with the middle button and never clicks with it', () => {
    expect(play(down(50, { button: 'middle', altKey: true }), up(50)).effects).toEqual([]);
    expect(play(down(50, { button: 'middle' }), move(80)).effects).toEqual([
      { kind: 'pan', from: spot(50), to: spot(80) },
    ]);
  });
});

describe('the wheel', () => {
  const wheel = (deltaX: number, deltaY: number, rest: Partial<Parameters<typeof wheelEffect>[0]> = {}) =>
    wheelEffect({ deltaX, deltaY, deltaMode: 0, ctrlKey: false, shiftKey: false, ...rest });

  it('scrolls, pans with Shift or sideways, and keeps to the stronger direction', () => {
    expect(wheel(0, 120)).toEqual({ kind: 'move', panPx: 0, scrollPx: 120 });
    expect(wheel(0, 120, { shiftKey: true })).toEqual({ kind: 'move', panPx: 120, scrollPx: 0 });
    expect(wheel(-120, 0, { shiftKey: true })).toEqual({ kind: 'move', panPx: -120, scrollPx: 0 });
    expect(wheel(30, 4)).toEqual({ kind: 'move', panPx: 30, scrollPx: 0 });
    expect(wheel(0, 3, { deltaMode: 1 })).toEqual({ kind: 'move', panPx: 0, scrollPx: 54 });
  });

  it('zooms with Ctrl: out downwards, and as far back upwards', () => {
    const out = wheel(0, 100, { ctrlKey: true });
    const back = wheel(0, -100, { ctrlKey: true });
    if (out.kind !== 'zoom' || back.kind !== 'zoom') throw new Error('Ctrl zooms');
    expect(out.factor).toBeGreaterThan(1);
    expect(out.factor * back.factor).toBeCloseTo(1, 12);
  });

  it('does not jump when the wheel is thrown', () => {
    const thrown = wheel(0, 5000, { ctrlKey: true });
    if (thrown.kind !== 'zoom') throw new Error('Ctrl zooms');
    expect(thrown.factor).toBeLessThan(2);
  });
});
