/** Listens to pointer, wheel and keys of the timeline and tells a handler what they mean. */
import { isTyping } from '../../base/commands';
import {
  type GestureEffect,
  type GestureState,
  gestureStep,
  idleGesture,
  type PointerSpot,
  type WheelEffect,
  wheelEffect,
  wheelOf,
} from '../../ui/lanes/gestures';
import { isHeldKey, type KeyMotion, pressKey, releaseKey, stillMotion } from './keyMotion';

export interface InputHandler {
  /** Turns a place in the page into a spot of the drawing area. */
  spotAt(clientX: number, clientY: number): PointerSpot;
  readonly rulerHeight: number;
  /** The timeline is on screen. */
  isShown(): boolean;
  pressed(spot: PointerSpot): void;
  /** A button, or a key that moves, is held from now on; or none is any more. */
  held(isHeld: boolean): void;
  gesture(effect: GestureEffect): void;
  /** Gesture, pointer or keys changed: draw again. */
  changed(): void;
  wheel(effect: WheelEffect, spot: PointerSpot): void;
  doubleClick(spot: PointerSpot): void;
  /** A key that acts once; true if it did something. */
  key(event: KeyboardEvent): boolean;
  /** A held key does something else now (arrows with a slice selected). */
  isHeldKeyTaken(event: KeyboardEvent): boolean;
}

/** Keys with these work only while the timeline has the focus (or nothing has): elsewhere they move through lists. */
const focusBoundKeys = /^(Arrow|Home|End|Page|Backspace|Enter)/;

export class TimelineInput {
  gesture: GestureState = idleGesture;
  motion: KeyMotion = stillMotion;
  /** Where the pointer is while it is over the drawing area. */
  pointer: PointerSpot | undefined;
  private readonly listeners = new AbortController();
  private isHeld = false;

  constructor(
    private readonly area: HTMLElement,
    scope: Window,
    private readonly handler: InputHandler,
  ) {
    const { signal } = this.listeners;
    area.addEventListener('pointerdown', (event) => this.pointerDown(event), { signal });
    area.addEventListener('pointermove', (event) => this.pointerMove(event), { signal });
    area.addEventListener('pointerup', (event) => this.pointerUp(event), { signal });
    area.addEventListener('pointercancel', () => this.cancelGesture(), { signal });
    area.addEventListener('pointerleave', () => this.pointerLeave(), { signal });
    area.addEventListener('dblclick', (event) => handler.doubleClick(this.spotOf(event)), { signal });
    area.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    scope.addEventListener('keydown', (event) => this.keyDown(event), { signal });
    scope.addEventListener('keyup', (event) => this.keyUp(event), { signal });
    scope.addEventListener('blur', () => this.releaseAll(), { signal });
  }

  dispose(): void {
    this.listeners.abort();
    this.motion = stillMotion;
    this.gesture = idleGesture;
    this.tellHeld();
  }

  private tellHeld(): void {
    const isHeld = this.gesture.kind !== 'idle' || this.motion.held.size > 0;
    if (isHeld === this.isHeld) return;
    this.isHeld = isHeld;
    this.handler.held(isHeld);
  }

  cancelGesture(): void {
    this.gesture = gestureStep(this.gesture, { kind: 'cancel' }).state;
    this.tellHeld();
    this.handler.changed();
  }

  private spotOf(event: MouseEvent): PointerSpot {
    return this.handler.spotAt(event.clientX, event.clientY);
  }

  private pointerDown(event: PointerEvent): void {
    if (event.button !== 0 && event.button !== 1) return;
    const spot = this.spotOf(event);
    this.area.focus({ preventScroll: true });
    this.area.setPointerCapture(event.pointerId);
    // Middle button: no autoscroll.
    event.preventDefault();
    this.handler.pressed(spot);
    this.step({
      kind: 'down',
      spot,
      zone: spot.y < this.handler.rulerHeight ? 'ruler' : 'lanes',
      button: event.button === 1 ? 'middle' : 'main',
      altKey: event.altKey,
      shiftKey: event.shiftKey,
      ctrlKey: event.ctrlKey || event.metaKey,
    });
  }

  private pointerMove(event: PointerEvent): void {
    this.pointer = this.spotOf(event);
    // The button was let go outside of the window.
    if (this.gesture.kind !== 'idle' && event.buttons === 0) this.cancelGesture();
    else this.step({ kind: 'move', spot: this.pointer });
  }

  private pointerUp(event: PointerEvent): void {
    if (this.area.hasPointerCapture(event.pointerId)) this.area.releasePointerCapture(event.pointerId);
    this.step({ kind: 'up', spot: this.spotOf(event) });
  }

  private pointerLeave(): void {
    if (this.gesture.kind !== 'idle') return;
    this.pointer = undefined;
    this.handler.changed();
  }

  private step(event: Parameters<typeof gestureStep>[1]): void {
    const { state, effect } = gestureStep(this.gesture, event);
    this.gesture = state;
    // What letting go does is still part of the gesture.
    if (effect !== undefined) this.handler.gesture(effect);
    this.tellHeld();
    this.handler.changed();
  }

  private wheel(event: WheelEvent): void {
    // Without this the page zooms, or goes back in its history.
    event.preventDefault();
    this.handler.wheel(wheelEffect(wheelOf(event)), this.spotOf(event));
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || !this.handler.isShown() || this.isInsidePopup(event)) return;
    if (event.code === 'Escape' && this.gesture.kind === 'idle' && !this.isHome(event)) {
      // From wherever they are, also a field, the keys come here; once more, and it clears what is selected.
      this.area.focus({ preventScroll: true });
      event.preventDefault();
      return;
    }
    if (isTyping(event)) return;
    if (focusBoundKeys.test(event.code) && !this.isHome(event)) return;
    // From nowhere it goes to the window's first part.
    if (event.code === 'Tab' && event.target !== this.area) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (isPlain && isHeldKey(event.code) && !this.handler.isHeldKeyTaken(event)) {
      this.motion = pressKey(this.motion, event.code);
      this.tellHeld();
      event.preventDefault();
      this.handler.changed();
      return;
    }
    if (event.code === 'Escape' && this.gesture.kind !== 'idle') {
      this.cancelGesture();
      event.preventDefault();
      return;
    }
    if (this.handler.key(event)) event.preventDefault();
  }

  private keyUp(event: KeyboardEvent): void {
    // Whatever the modifiers are by now, the key is no longer held.
    if (!isHeldKey(event.code)) return;
    this.motion = releaseKey(this.motion, event.code);
    this.tellHeld();
  }

  private releaseAll(): void {
    this.motion = stillMotion;
    this.cancelGesture();
  }

  /** The focus is in the timeline or nowhere. */
  private isHome(event: KeyboardEvent): boolean {
    const { target } = event;
    return !(target instanceof HTMLElement) || target === target.ownerDocument.body || this.area.contains(target);
  }

  private isInsidePopup(event: KeyboardEvent): boolean {
    // A list in a panel is none: letters typed over it are the timeline's.
    const popups = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-radix-popper-content-wrapper]';
    return event.target instanceof HTMLElement && event.target.closest(popups) !== null;
  }
}
