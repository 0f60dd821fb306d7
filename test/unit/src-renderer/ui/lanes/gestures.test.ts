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
  return {
    kind: 'down',
    spot: spot(x),
    zone: 'lanes',
    button: 'main',
    altKey: false,
    shiftKey: false,
    ctrlKey: false,
    ...rest,
  };
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
    const click = { kind: 'click', spot: spot(52), click: 'alone' };
    expect(play(down(50), move(52), up(52))).toEqual({ effects: [click], end: 'idle' });
  });

  it('clicks with Ctrl on one more, with Shift on all up to there; dragged, both do as ever', () => {
    const clicked = (keys: Parameters<typeof down>[1]) => play(down(50, keys), up(50)).effects;
    expect(clicked({ ctrlKey: true })).toEqual([{ kind: 'click', spot: spot(50), click: 'one' }]);
    expect(clicked({ shiftKey: true })).toEqual([{ kind: 'click', spot: spot(50), click: 'upTo' }]);
    expect(play(down(50, { ctrlKey: true }), move(90), up(90)).effects.map(({ kind }) => kind)).toEqual(['pan']);
    expect(play(down(50, { shiftKey: true }), move(90), up(90)).effects.map(({ kind }) => kind)).toEqual(['region']);
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

  it('moves what lies there with Alt and Shift, once it is let go; in the ruler they zoom', () => {
    const keys = { altKey: true, shiftKey: true };
    const shift = { kind: 'shift', from: spot(50), byNs: -300 };
    expect(play(down(50, keys), move(90), move(20), up(20))).toEqual({ effects: [shift], end: 'idle' });
    expect(play(down(50, keys), move(20), { kind: 'cancel' }).effects).toEqual([]);
    const box = { kind: 'zoomToBox', fromNs: 500, toNs: 200 };
    expect(play(down(50, { ...keys, zone: 'ruler' }), move(20), up(20)).effects).toEqual([box]);
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

  it('scrolls, pans with Shift or sideways, both for two fingers at a slant, and keeps straight where they nearly are', () => {
    expect(wheel(0, 120)).toEqual({ kind: 'move', panPx: 0, scrollPx: 120 });
    expect(wheel(0, 120, { shiftKey: true })).toEqual({ kind: 'move', panPx: 120, scrollPx: 0 });
    expect(wheel(-120, 0, { shiftKey: true })).toEqual({ kind: 'move', panPx: -120, scrollPx: 0 });
    expect(wheel(30, 4)).toEqual({ kind: 'move', panPx: 30, scrollPx: 0 });
    expect(wheel(-9, 20)).toEqual({ kind: 'move', panPx: 0, scrollPx: 20 });
    expect(wheel(-12, 20)).toEqual({ kind: 'move', panPx: -12, scrollPx: 20 });
    expect(wheel(1, -1)).toEqual({ kind: 'move', panPx: 1, scrollPx: -1 });
    expect(wheel(0, 3, { deltaMode: 1 })).toEqual({ kind: 'move', panPx: 0, scrollPx: 54 });
  });

  it('zooms with Ctrl: out downwards, and as far back upwards', () => {
    const out = wheel(0, 100, { ctrlKey: true });
    const back = wheel(0, -100, { ctrlKey: true });
    if (out.kind !== 'zoom' || back.kind !== 'zoom') throw new Error('Ctrl zooms');
    expect(out.factor).toBeGreaterThan(1);
    expect(out.factor * back.factor).toBeCloseTo(1, 12);
  });

  it('pinches: a browser tells it as small wheels with Ctrl, which zoom as far in and out', () => {
    const pinch = (deltaY: number) => wheel(0, deltaY, { ctrlKey: true });
    const [out, back, notch] = [pinch(4), pinch(-4), pinch(100)];
    if (out.kind !== 'zoom' || back.kind !== 'zoom' || notch.kind !== 'zoom') throw new Error('Ctrl zooms');
    expect(out.factor * back.factor).toBeCloseTo(1, 12);
    // Six events of a pinch are about a notch of a wheel.
    expect(out.factor ** 6).toBeGreaterThan(notch.factor ** 0.9);
    expect(out.factor ** 6).toBeLessThan(notch.factor ** 1.1);
  });

  it('does not jump when the wheel is thrown', () => {
    const thrown = wheel(0, 5000, { ctrlKey: true });
    if (thrown.kind !== 'zoom') throw new Error('Ctrl zooms');
    expect(thrown.factor).toBeLessThan(2);
  });
});
