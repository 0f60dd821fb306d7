import { LayoutDashboard } from 'lucide-react';
import { lazy } from 'react';
import type { View } from '../../session/view';
import { summaryCommands } from './summaryCommands';

export const summaryView: View = {
  id: 'summary',
  titleKey: 'tabs.summary',
  icon: LayoutDashboard,
  isAvailable: (_, sources) => sources?.summary ?? false,
  Component: lazy(async () => ({ default: (await import('./SummaryView')).SummaryView })),
  commands: summaryCommands,
};
