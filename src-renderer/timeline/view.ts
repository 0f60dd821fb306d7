import { ChartNoAxesGantt } from 'lucide-react';
import { hasLanes, isBusy } from '../session/dumpSummary';
import type { View } from '../session/view';
import { TimelineView } from './TimelineView';

export const timelineView: View = {
  id: 'timeline',
  titleKey: 'tabs.timeline',
  icon: ChartNoAxesGantt,
  // Without lanes only where there is nothing else to show: then it says why.
  isAvailable: (dump, sources) => hasLanes(dump) || isBusy(dump) || !Object.values(sources ?? {}).includes(true),
  Component: TimelineView,
};
