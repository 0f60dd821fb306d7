import { ChartNoAxesGantt } from 'lucide-react';
import { TimelineView } from './TimelineView';
import type { TabContribution } from './tab';

export const timelineTab: TabContribution = {
  id: 'timeline',
  titleKey: 'tabs.timeline',
  icon: ChartNoAxesGantt,
  // A summary of a whole job has no timeline to miss.
  isAvailable: ({ ranks }) => ranks.length > 0,
  Component: TimelineView,
};
