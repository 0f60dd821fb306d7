import type { DumpState, ViewSources } from '../../src-contract';
import { useSessionState } from '../session/answers/useSession';
import { hasLanes, isBusy } from '../session/dumpSummary';
import type { View } from '../session/view';
import { liveView } from '../tabs/live/view';
import { useApp } from './useApp';
import { views } from './views';

/** The views that the dump has something for, in their order; behind them that of jobs that run. */
export function availableViews(dump: DumpState, sources: ViewSources | undefined, hasLive: boolean): readonly View[] {
  return views.filter((view) => (view === liveView ? hasLive : view.isAvailable(dump, sources)));
}

/** The view that is in front: the one wanted, where the dump has it; else the timeline, else what sums the job up. */
export function viewInFront(available: readonly View[], wanted: string): View | undefined {
  const named = (id: string) => available.find((tab) => tab.id === id);
  return named(wanted) ?? named('timeline') ?? named('summary') ?? available[0];
}

export interface ShownViews {
  readonly available: readonly View[];
  readonly current: View | undefined;
}

export function useShownViews(): ShownViews {
  const wanted = useApp((state) => state.tab);
  const hasLive = useApp((state) => state.hasLive);
  // As text, so that nothing is drawn again unless there is another tab.
  const ids = useSessionState(({ dump, views: sources }) =>
    availableViews(dump, sources, hasLive)
      .map(({ id }) => id)
      .join(),
  );
  const available = views.filter(({ id }) => ids.split(',').includes(id));
  return { available, current: viewInFront(available, wanted) };
}

/** The dump tree has a column of its own, but where the timeline's titles are the tree. */
export function hasTreeColumn(current: View | undefined, dump: DumpState): boolean {
  return current?.id !== 'timeline' || !(hasLanes(dump) || isBusy(dump));
}

/** The panel below is open, or is to be by itself since there is something to say in it. */
export function isPanelShown(setting: boolean | 'auto', isWanted: boolean): boolean {
  return setting === 'auto' ? isWanted : setting;
}

/** Which setting says whether the panel below is open: the timeline has one of its own, since it speaks of slices. */
export function panelSetting(current: View | undefined): 'isPanelOpen' | 'isViewPanelOpen' {
  return current === undefined || current.id === 'timeline' ? 'isPanelOpen' : 'isViewPanelOpen';
}
