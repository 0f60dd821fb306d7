import { ChartNoAxesGantt } from 'lucide-react';
import { TimelineView } from './TimelineView';
import type { TabContribution } from './tab';

export const timelineTab: TabContribution = {
  id: 'timeline',
  titleKey: 'tabs.timeline',
  icon: ChartNoAxesGantt,
  isAvailable: () => true,
  Component: TimelineView,
};
