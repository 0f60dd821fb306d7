/** What pressing and dragging the pointer means: a pure state machine, so that every gesture can be tested. */

export interface PointerSpot {
  /** CSS pixels from the left edge of the drawing area. */
  readonly x: number;
  /** CSS pixels from the top of the drawing area, which begins with the ruler. */
  readonly y: number;
  /** Time under the pointer. */
  readonly ns: number;
}

export type GestureState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'pressed';
      readonly from: PointerSpot;
      readonly drag: DragKind;
      readonly click: ClickKind | undefined;
    }
  | { readonly kind: 'dragging'; readonly from: PointerSpot; readonly to: PointerSpot; readonly drag: DragKind };

/** What is clicked is selected alone, is added to what is (or taken away), or is with all up to there. */
export type ClickKind = 'alone' | 'one' | 'upTo';

/** What moving the pressed pointer will do. */
export type DragKind = 'pan' | 'box' | 'range' | 'region' | 'shift' | 'shiftLane';

export type GestureEvent =
  | {
      readonly kind: 'down';
      readonly spot: PointerSpot;
      readonly zone: 'ruler' | 'lanes';
      readonly button: 'main' | 'middle';
      readonly altKey: boolean;
      readonly shiftKey: boolean;
      /** Ctrl, or Cmd. */
      readonly ctrlKey: boolean;
    }
  | { readonly kind: 'move'; readonly spot: PointerSpot }
  | { readonly kind: 'up'; readonly spot: PointerSpot }
  | { readonly kind: 'cancel' };

export type GestureEffect =
  /** Keep under the pointer what was under it when it was pressed. */
  | { readonly kind: 'pan'; readonly from: PointerSpot; readonly to: PointerSpot }
  | { readonly kind: 'click'; readonly spot: PointerSpot; readonly click: ClickKind }
  | { readonly kind: 'clickRuler'; readonly spot: PointerSpot }
  | { readonly kind: 'range'; readonly fromNs: number; readonly toNs: number }
  /** A stretch of the lanes between two heights. */
  | { readonly kind: 'region'; readonly from: PointerSpot; readonly to: PointerSpot }
  /** The rank, or the lane, that lies there is to be shown so much later. */
  | { readonly kind: 'shift' | 'shiftLane'; readonly from: PointerSpot; readonly byNs: number }
  | { readonly kind: 'zoomToBox'; readonly fromNs: number; readonly toNs: number };

export interface GestureStep {
  readonly state: GestureState;
  readonly effect: GestureEffect | undefined;
}

export const idleGesture: GestureState = { kind: 'idle' };

/** A press that moves less than this many CSS pixels is a click. */
const clickSlack = 4;
/** A box narrower than this zooms nowhere: the pointer was pressed by mistake. */
const narrowestBox = 5;

export function gestureStep(state: GestureState, event: GestureEvent): GestureStep {
  switch (event.kind) {
    case 'down': {
      if (state.kind !== 'idle') return { state, effect: undefined };
      const { spot: from, button } = event;
      if (button === 'middle')
        return { state: { kind: 'pressed', from, drag: 'pan', click: undefined }, effect: undefined };
      const drag = dragOf(event);
      return { state: { kind: 'pressed', from, drag, click: clickOf(event) }, effect: undefined };
    }
    case 'move': {
      if (state.kind === 'idle') return { state, effect: undefined };
      const { from, drag } = state;
      if (state.kind === 'pressed' && Math.hypot(event.spot.x - from.x, event.spot.y - from.y) < clickSlack) {
        return { state, effect: undefined };
      }
      return { state: { kind: 'dragging', from, to: event.spot, drag }, effect: dragEffect(drag, from, event.spot) };
    }
    case 'up':
      return { state: idleGesture, effect: releaseEffect(state, event.spot) };
    case 'cancel':
      return { state: idleGesture, effect: undefined };
  }
}

function clickOf({ ctrlKey, shiftKey }: Extract<GestureEvent, { kind: 'down' }>): ClickKind {
  if (ctrlKey) return 'one';
  return shiftKey ? 'upTo' : 'alone';
}

function dragOf({ zone, altKey, shiftKey, ctrlKey }: Extract<GestureEvent, { kind: 'down' }>): DragKind {
  if (altKey && shiftKey && zone === 'lanes') return ctrlKey ? 'shiftLane' : 'shift';
  if (altKey) return 'box';
  if (zone === 'ruler') return 'range';
  return shiftKey ? 'region' : 'pan';
}

function dragEffect(drag: DragKind, from: PointerSpot, to: PointerSpot): GestureEffect | undefined {
  if (drag === 'pan') return { kind: 'pan', from, to };
  if (drag === 'range') return { kind: 'range', fromNs: from.ns, toNs: to.ns };
  if (drag === 'region') return { kind: 'region', from, to };
  return undefined;
}

function releaseEffect(state: GestureState, spot: PointerSpot): GestureEffect | undefined {
  if (state.kind === 'pressed' && state.click !== undefined) {
    return state.drag === 'range' ? { kind: 'clickRuler', spot } : { kind: 'click', spot, click: state.click };
  }
  if (state.kind === 'dragging' && state.drag === 'box' && Math.abs(spot.x - state.from.x) >= narrowestBox) {
    return { kind: 'zoomToBox', fromNs: state.from.ns, toNs: spot.ns };
  }
  if (state.kind === 'dragging' && (state.drag === 'shift' || state.drag === 'shiftLane'))
    return { kind: state.drag, from: state.from, byNs: Math.round(spot.ns - state.from.ns) };
  return undefined;
}

// ---------------------------------------------------------------------------------------------------------------------
// The wheel

export type WheelEffect =
  /** `factor` > 1 shows more. */
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'move'; readonly panPx: number; readonly scrollPx: number };

interface WheelInput {
  readonly deltaX: number;
  readonly deltaY: number;
  /** 0 pixels, 1 lines, 2 pages, as in WheelEvent. */
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** What of the browser's event counts. */
export function wheelOf(event: WheelEvent): WheelInput {
  const { deltaX, deltaY, deltaMode, shiftKey } = event;
  return { deltaX, deltaY, deltaMode, shiftKey, ctrlKey: event.ctrlKey || event.metaKey };
}

const linePx = 18;
const pagePx = 400;
/** Natural logarithm of the zoom for one pixel of wheel; a notch is about 100 of them. */
const zoomPerPx = 0.0022;
/** One event zooms at most this much, however far the wheel was thrown. */
const greatestZoomPx = 240;

/** Of the stronger direction. */
const straightShare = 0.5;

export function wheelEffect(wheel: WheelInput): WheelEffect {
  const unit = wheel.deltaMode === 1 ? linePx : wheel.deltaMode === 2 ? pagePx : 1;
  const x = wheel.deltaX * unit;
  const y = wheel.deltaY * unit;
  if (wheel.ctrlKey) {
    const bounded = Math.max(-greatestZoomPx, Math.min(greatestZoomPx, y));
    // Trackpads pinch with small deltas, which would hardly move.
    const gain = wheel.deltaMode === 0 && Math.abs(y) < 20 ? 4 : 1;
    return { kind: 'zoom', factor: Math.exp(bounded * zoomPerPx * gain) };
  }
  // Some systems turn Shift + wheel into a horizontal wheel themselves.
  if (wheel.shiftKey) return { kind: 'move', panPx: x !== 0 ? x : y, scrollPx: 0 };
  // A trackpad never moves exactly straight: a direction that is far weaker is left out, else both are meant.
  const least = straightShare * Math.max(Math.abs(x), Math.abs(y));
  return { kind: 'move', panPx: Math.abs(x) < least ? 0 : x, scrollPx: Math.abs(y) < least ? 0 : y };
}
