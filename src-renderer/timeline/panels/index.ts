import {
  Flag,
  Flame,
  MessageSquareWarning,
  MousePointerClick,
  Search,
  Sigma,
  Spline,
  SquareDashedMousePointer,
  TableProperties,
} from 'lucide-react';
import { MarksPanel } from '../marks/MarksPanel';
import { EventsPanel } from './EventsPanel';
import { FindPanel } from './find/FindPanel';
import { FlowsPanel } from './flows/FlowsPanel';
import { NoticesPanel } from './NoticesPanel';
import type { PanelContribution } from './panel';
import { SelectionPanel } from './SelectionPanel';
import { StatisticsPanel } from './StatisticsPanel';
import { SlicePanel } from './slice/SlicePanel';
import { StacksPanel } from './stacks/StacksPanel';

/** In the order their tabs stand, which is that of the keys 1 … 9 (`app/windowCommands.ts`). */
export const panels: readonly PanelContribution[] = [
  { id: 'slice', titleKey: 'panels.slice', icon: MousePointerClick, Component: SlicePanel },
  { id: 'selection', titleKey: 'panels.selection', icon: SquareDashedMousePointer, Component: SelectionPanel },
  { id: 'find', titleKey: 'panels.find', icon: Search, Component: FindPanel },
  { id: 'flows', titleKey: 'panels.flows', icon: Spline, Component: FlowsPanel },
  { id: 'notices', titleKey: 'panels.notices', icon: MessageSquareWarning, Component: NoticesPanel },
  { id: 'marks', titleKey: 'panels.marks', icon: Flag, Component: MarksPanel },
  { id: 'events', titleKey: 'panels.events', icon: TableProperties, Component: EventsPanel },
  { id: 'statistics', titleKey: 'panels.statistics', icon: Sigma, Component: StatisticsPanel },
  { id: 'stacks', titleKey: 'panels.stacks', icon: Flame, Component: StacksPanel },
];
