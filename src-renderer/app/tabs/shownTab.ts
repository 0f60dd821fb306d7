import type { DumpState, ViewSources } from '../../../src-contract';
import type { DumpSession } from '../session';
import { useApp } from '../useApp';
import { useSession } from '../useSession';
import { tabs } from './index';
import type { TabContribution } from './tab';

/** The tabs that the dump has something for, in their order. */
export function availableTabs(dump: DumpState, views: ViewSources | undefined): readonly TabContribution[] {
  return tabs.filter((tab) => tab.isAvailable(dump, views));
}

/** The tab that is in front: the one wanted, where the dump has it; else the timeline, else what sums the job up. */
export function tabInFront(available: readonly TabContribution[], wanted: string): TabContribution | undefined {
  const named = (id: string) => available.find((tab) => tab.id === id);
  return named(wanted) ?? named('timeline') ?? named('summary') ?? available[0];
}

export interface ShownTabs {
  readonly available: readonly TabContribution[];
  readonly current: TabContribution | undefined;
}

export function useShownTabs(session: DumpSession): ShownTabs {
  const wanted = useApp((state) => state.tab);
  // As text, so that nothing is drawn again unless there is another tab.
  const ids = useSession(session, ({ dump, views }) =>
    availableTabs(dump, views)
      .map(({ id }) => id)
      .join(),
  );
  const available = tabs.filter(({ id }) => ids.split(',').includes(id));
  return { available, current: tabInFront(available, wanted) };
}

/** Which setting says whether the panel below is open: the timeline has one of its own, since it speaks of slices. */
export function panelSetting(current: TabContribution | undefined): 'isPanelOpen' | 'isViewPanelOpen' {
  return current === undefined || current.id === 'timeline' ? 'isPanelOpen' : 'isViewPanelOpen';
}
