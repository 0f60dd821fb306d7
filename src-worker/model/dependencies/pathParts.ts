/** What a stretch of a path is to be called. */
import type { PathComponent } from '../../../src-contract';
import type { PathStretch } from './criticalPath';
import type { NodeKind } from './graphColumns';

const OF_NODE: Readonly<Record<NodeKind, PathComponent>> = {
  host: 'host',
  queue: 'queue',
  cann: 'cann',
  sync: 'synchronise',
  compute: 'compute',
  memory: 'memory',
  arrival: 'idle',
  transfer: 'moving',
  peer: 'peer',
};

export function componentOf(own: PathStretch): PathComponent {
  if (own.kind === 'node') return OF_NODE[own.of];
  if (own.kind === 'idle') return 'idle';
  if (own.of === 'launch') return 'launch';
  return own.of === 'queue' ? 'queue' : own.of === 'device' ? 'synchronise' : 'idle';
}
