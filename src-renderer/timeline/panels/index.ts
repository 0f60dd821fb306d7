import { MessageSquareWarning, MousePointerClick, Search, Spline, SquareDashedMousePointer } from 'lucide-react';
import { FindPanel } from './FindPanel';
import { FlowsPanel } from './FlowsPanel';
import { NoticesPanel } from './NoticesPanel';
import type { PanelContribution } from './panel';
import { SelectionPanel } from './SelectionPanel';
import { SlicePanel } from './slice/SlicePanel';

/** In the order their tabs stand. */
export const panels: readonly PanelContribution[] = [
  { id: 'slice', titleKey: 'panels.slice', icon: MousePointerClick, Component: SlicePanel },
  { id: 'selection', titleKey: 'panels.selection', icon: SquareDashedMousePointer, Component: SelectionPanel },
  { id: 'find', titleKey: 'panels.find', icon: Search, Component: FindPanel },
  { id: 'flows', titleKey: 'panels.flows', icon: Spline, Component: FlowsPanel },
  { id: 'notices', titleKey: 'panels.notices', icon: MessageSquareWarning, Component: NoticesPanel },
];
