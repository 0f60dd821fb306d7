import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type InputHandler, TimelineInput } from '../../../../../src-renderer/timeline/moving/input';
import type { GestureEffect } from '../../../../../src-renderer/ui/lanes/gestures';

/** As much of an element as the input needs. */
class FakeElement extends EventTarget {
  isContentEditable = false;
  ownerDocument = { body: undefined };
  popup: FakeElement | null = null;
  focus(): void {}
  setPointerCapture(): void {}
  hasPointerCapture = () => false;
  contains(other: unknown): boolean {
    return other === this;
  }
  closest(): FakeElement | null {
    return this.popup;
  }
}

class FakeInput extends FakeElement {
  type = 'text';
}

beforeEach(() => {
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('HTMLInputElement', FakeInput);
  vi.stubGlobal('HTMLTextAreaElement', class {});
});
afterEach(() => vi.unstubAllGlobals());

interface KeyInit {
  readonly code: string;
  readonly target?: EventTarget;
  readonly isComposing?: boolean;
  readonly ctrlKey?: boolean;
  readonly isPrevented?: boolean;
}

function setup() {
  const area = new FakeElement();
  const scope = new EventTarget();
  const effects: GestureEffect[] = [];
  const keys: string[] = [];
  const held: boolean[] = [];
  let isArrowTaken = false;
  const handler: InputHandler = {
    rulerHeight: 28,
    spotAt: (x, y) => ({ x, y, ns: x }),
    isShown: () => true,
    pressed: () => undefined,
    held: (isHeld) => void held.push(isHeld),
    gesture: (effect) => void effects.push(effect),
    changed: () => undefined,
    wheel: () => undefined,
    doubleClick: () => undefined,
    key: (event) => keys.push(event.code) > 0,
    isHeldKeyTaken: (event) => isArrowTaken && event.code === 'ArrowLeft',
  };
  const input = new TimelineInput(area as unknown as HTMLElement, scope as unknown as Window, handler);
  const key = (type: 'keydown' | 'keyup', init: KeyInit): void => {
    const event = new Event(type, { cancelable: true });
    const { isPrevented, target = area, ...rest } = init;
    const fields = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, ...rest };
    for (const [name, value] of Object.entries({ ...fields, target })) {
      Object.defineProperty(event, name, { value, configurable: true });
    }
    if (isPrevented === true) event.preventDefault();
    scope.dispatchEvent(event);
  };
  const pointer = (type: string, clientX: number, rest: object = {}): void => {
    area.dispatchEvent(
      Object.assign(new Event(type), { clientX, clientY: 100, button: 0, buttons: 1, pointerId: 1, ...rest }),
    );
  };
  const takeArrow = (): void => {
    isArrowTaken = true;
  };
  return { area, scope, input, effects, keys, held, key, pointer, takeArrow };
}

describe('keys', () => {
  it('are held until released, and all let go when the window loses the focus', () => {
    const { input, key, scope } = setup();
    key('keydown', { code: 'KeyW' });
    key('keydown', { code: 'KeyD' });
    expect([...input.motion.held.keys()]).toEqual(['KeyW', 'KeyD']);
    key('keyup', { code: 'KeyW' });
    expect([...input.motion.held.keys()]).toEqual(['KeyD']);
    scope.dispatchEvent(new Event('blur'));
    expect(input.motion.held.size).toBe(0);
  });

  it('and buttons are one gesture from the first that is pressed until the last is let go', () => {
    const { held, key, pointer, input } = setup();
    key('keydown', { code: 'KeyW' });
    key('keydown', { code: 'KeyW' });
    key('keydown', { code: 'KeyD' });
    key('keyup', { code: 'KeyW' });
    expect(held).toEqual([true]);
    key('keyup', { code: 'KeyD' });
    expect(held).toEqual([true, false]);
    pointer('pointerdown', 50);
    pointer('pointermove', 90);
    expect(held).toEqual([true, false, true]);
    pointer('pointerup', 90);
    expect(held).toEqual([true, false, true, false]);
    key('keydown', { code: 'KeyW' });
    input.dispose();
    expect(held).toEqual([true, false, true, false, true, false]);
  });

  it('belong to a field while one types, and to an input method at work', () => {
    const { input, keys, key } = setup();
    key('keydown', { code: 'KeyW', target: new FakeInput() });
    key('keydown', { code: 'KeyW', isComposing: true });
    key('keydown', { code: 'KeyW', isPrevented: true });
    expect([input.motion.held.size, keys]).toEqual([0, []]);
  });

  it('belong to dialogs and menus while they are open', () => {
    const { input, key } = setup();
    const inside = new FakeElement();
    inside.popup = new FakeElement();
    key('keydown', { code: 'KeyW', target: inside });
    expect(input.motion.held.size).toBe(0);
  });

  it('that move through lists only work with the focus in the timeline', () => {
    const { input, keys, key } = setup();
    const elsewhere = new FakeElement();
    key('keydown', { code: 'ArrowDown', target: elsewhere });
    key('keydown', { code: 'Backspace', target: elsewhere });
    expect([input.motion.held.size, keys]).toEqual([0, []]);
    key('keydown', { code: 'KeyD', target: elsewhere });
    expect(input.motion.held.size).toBe(1);
  });

  it('with a modifier act once', () => {
    const { input, keys, key } = setup();
    key('keydown', { code: 'KeyA', ctrlKey: true });
    expect([input.motion.held.size, keys]).toEqual([0, ['KeyA']]);
  });

  it('step from slice to slice when one is selected', () => {
    const { input, keys, key, takeArrow } = setup();
    takeArrow();
    key('keydown', { code: 'ArrowLeft' });
    expect([input.motion.held.size, keys]).toEqual([0, ['ArrowLeft']]);
  });
});

describe('the pointer', () => {
  it('pans, and forgets a button let go outside of the window', () => {
    const { effects, input, pointer } = setup();
    pointer('pointerdown', 10);
    pointer('pointermove', 30);
    expect(effects.map(({ kind }) => kind)).toEqual(['pan']);
    pointer('pointermove', 50, { buttons: 0 });
    expect(input.gesture.kind).toBe('idle');
    expect(effects).toHaveLength(1);
  });

  it('lets go of a gesture with Escape, which else is a key like others', () => {
    const { input, keys, key, pointer } = setup();
    pointer('pointerdown', 10);
    pointer('pointermove', 30);
    key('keydown', { code: 'Escape' });
    expect([input.gesture.kind, keys]).toEqual(['idle', []]);
    key('keydown', { code: 'Escape' });
    expect(keys).toEqual(['Escape']);
  });

  it('leaves other buttons alone', () => {
    const { input, pointer } = setup();
    pointer('pointerdown', 10, { button: 2 });
    expect(input.gesture.kind).toBe('idle');
  });
});

it('listens to nothing once disposed', () => {
  const { area, scope, input, effects, keys, key, pointer } = setup();
  const targets = [area, scope];
  input.dispose();
  key('keydown', { code: 'KeyW' });
  key('keydown', { code: 'KeyF' });
  pointer('pointerdown', 10);
  pointer('pointermove', 50);
  for (const target of targets) target.dispatchEvent(new Event('wheel'));
  expect([input.motion.held.size, input.gesture.kind, effects, keys]).toEqual([0, 'idle', [], []]);
});
