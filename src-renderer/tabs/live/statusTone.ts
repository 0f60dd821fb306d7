import type { LiveStatus } from '../../../src-contract';

/** How a status is coloured. */
export function statusTone(status: LiveStatus): 'neutral' | 'accent' | 'warning' | 'error' | 'success' {
  switch (status) {
    case 'watching':
      return 'success';
    case 'at-risk':
    case 'flat':
      return 'warning';
    case 'stalled':
    case 'ended':
      return 'error';
    case 'profiling':
    case 'report-ready':
      return 'accent';
    case 'waiting':
    case 'no-baseline':
      return 'neutral';
  }
}
