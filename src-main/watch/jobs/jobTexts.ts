import { basename } from 'node:path';
import type { LiveSource } from '../../../src-contract';
import type { JobEvent } from '../../../src-watch/rule/jobWatch';

/** The step that an event is of. */
export function stepOf(event: JobEvent): number | undefined {
  switch (event.kind) {
    case 'baseline':
      return event.toStep;
    case 'early':
      return event.crossings[0].step;
    case 'drift':
      return event.atStep;
    case 'change':
      return event.fromStep;
    case 'slow-rank':
      return event.toStep;
    default:
      return event.step;
  }
}

export function titleOf({ paths, metric }: LiveSource): string {
  return metric ? metric.query : paths.map((path) => basename(path)).join(', ');
}
