/** What stretches of a critical path are (A6). */
import type { HueClass } from './drawing';

/**
 * `host`: threads that run the program; `queue`: between handing a call over and its being taken; `cann`: the thread that
 * takes it, up to the launch; `launch`: from the call to the device's start; `synchronise`: what the host needs to go on
 * once the device is done; `moving`: a collective all of whose ranks are there; `peer`: waiting for a rank that was not
 * recorded; `idle`: nothing that is known.
 */
export type PathComponent =
  | 'host'
  | 'queue'
  | 'cann'
  | 'launch'
  | 'synchronise'
  | 'compute'
  | 'memory'
  | 'moving'
  | 'peer'
  | 'idle';

/** Components as they are drawn: hues that are told apart are fewer. */
export const PATH_PARTS = [
  { id: 'compute', hue: 'compute', of: ['compute'] },
  { id: 'memory', hue: 'memory', of: ['memory'] },
  { id: 'moving', hue: 'communication', of: ['moving'] },
  { id: 'peer', hue: 'wait', of: ['peer'] },
  { id: 'host', hue: 'host', of: ['host', 'synchronise'] },
  { id: 'launch', hue: 'runtime', of: ['queue', 'cann', 'launch'] },
  { id: 'idle', hue: 'idle', of: ['idle'] },
] as const satisfies readonly {
  readonly id: string;
  readonly hue: HueClass;
  readonly of: readonly PathComponent[];
}[];

export type PathPart = (typeof PATH_PARTS)[number]['id'];
