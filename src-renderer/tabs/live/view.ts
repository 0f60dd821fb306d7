import { Radio } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';

/** Not of the dump: it is there while a job is watched, or somebody has asked for it (`AppState.hasLive`). */
export const liveView: View = {
  id: 'live',
  titleKey: 'live.title',
  icon: Radio,
  isAvailable: () => false,
  Component: lazy(async () => ({ default: (await import('./LiveView')).LiveView })),
};
