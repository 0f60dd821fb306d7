import { ChartNoAxesGantt } from 'lucide-react';
import { hasLanes, isBusy } from '../dumpSummary';
import { TimelineView } from './TimelineView';
import type { TabContribution } from './tab';

export const timelineTab: TabContribution = {
  id: 'timeline',
  titleKey: 'tabs.timeline',
  icon: ChartNoAxesGantt,
  // Without lanes only where there is nothing else to show: then it says why.
  isAvailable: (dump, views) =>
    hasLanes(dump) || isBusy(dump) || !(views?.operator || views?.memory || views?.summary || views?.communication),
  Component: TimelineView,
};
