import { LayoutDashboard } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { summaryCommands } from '../../summary/summaryCommands';
import type { DumpSession } from '../session';
import type { TabContribution } from './tab';

// With its charts only when it is wanted: the timeline opens without them.
const SummaryView = lazy(() => import('../../summary/SummaryView').then((module) => ({ default: module.SummaryView })));

export const summaryTab: TabContribution = {
  id: 'summary',
  titleKey: 'tabs.summary',
  icon: LayoutDashboard,
  isAvailable: (_, views) => views?.summary ?? false,
  Component: SummaryTab,
  commands: summaryCommands,
};

function SummaryTab({ session }: { readonly session: DumpSession }) {
  return (
    <Suspense>
      <SummaryView session={session} />
    </Suspense>
  );
}
