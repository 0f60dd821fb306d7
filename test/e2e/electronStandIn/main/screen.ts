import type { Rectangle } from 'electron';
import { strict } from '../strict';
import { KnownEvents } from './emitter';
import { mustBeReady } from './state';

interface StandInDisplay {
  readonly id: number;
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
  readonly scaleFactor: number;
}

let displays: readonly StandInDisplay[] = [displayOf(1, { x: 0, y: 0, width: 1920, height: 1080 })];

function displayOf(id: number, bounds: Rectangle): StandInDisplay {
  // The task bar is below.
  return { id, bounds, workArea: { ...bounds, height: bounds.height - 40 }, scaleFactor: 1 };
}

export function primaryArea(): Rectangle {
  const [primary] = displays;
  if (primary === undefined) throw new Error('there is a display');
  return primary.workArea;
}

/** What is plugged in: the first is the primary one. */
export function setDisplays(bounds: readonly Rectangle[]): void {
  displays = bounds.map((one, at) => displayOf(at + 1, one));
}

class StandInScreen extends KnownEvents {
  constructor() {
    super('Screen', ['display-added', 'display-removed', 'display-metrics-changed']);
  }

  getAllDisplays(): readonly StandInDisplay[] {
    mustBeReady('screen');
    return displays;
  }

  getPrimaryDisplay(): StandInDisplay | undefined {
    mustBeReady('screen');
    return displays[0];
  }
}

export const screen = strict('screen', new StandInScreen());
