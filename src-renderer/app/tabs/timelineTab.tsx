import { ChartNoAxesGantt } from 'lucide-react';
import { Timeline } from '../../timeline/Timeline';
import type { TabContribution } from './tab';

export const timelineTab: TabContribution = {
  id: 'timeline',
  titleKey: 'tabs.timeline',
  icon: ChartNoAxesGantt,
  isAvailable: () => true,
  Component: Timeline,
};
