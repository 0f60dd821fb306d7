import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { useStore } from 'zustand';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { BottomPanel } from '../../timeline/panels/BottomPanel';
import { AfterFrames } from '../../ui/AfterFrames';
import { AfterMount } from '../../ui/AfterMount';
import { useAppServices } from '../appServices';
import { hasTreeColumn, isPanelShown, panelSetting, useShownViews } from '../shownView';
import { DumpTree } from '../tree/DumpTree';
import { useApp } from '../useApp';
import { TabStrip } from './TabStrip';

/** The open dump: tree at the left (but of the timeline), tabs, panel below. */
export function Workspace() {
  const { t } = useTranslation();
  const { settings } = useAppServices();
  const { current } = useShownViews();
  const hasColumn = useSessionState(({ dump }) => hasTreeColumn(current, dump));
  const isTreeOpen = useStore(settings, (state) => state.isTreeOpen) && hasColumn;
  const setting = panelSetting(current);
  const isPanelWanted = useApp((state) => state.isPanelWanted);
  const isPanelOpen = isPanelShown(
    useStore(settings, (state) => state[setting]),
    isPanelWanted,
  );
  const columns = useDefaultLayout({ id: 'tracelane.columns', panelIds: isTreeOpen ? ['tree', 'main'] : ['main'] });
  const rows = useDefaultLayout({ id: 'tracelane.rows', panelIds: isPanelOpen ? ['tabs', 'panel'] : ['tabs'] });
  usePanelFollowsSelection();
  useLeadingTo();

  return (
    <Group
      orientation="horizontal"
      className="workspace"
      defaultLayout={columns.defaultLayout}
      onLayoutChanged={columns.onLayoutChanged}
    >
      {isTreeOpen && (
        <>
          <Panel id="tree" defaultSize="230px" minSize="150px" maxSize="50%" groupResizeBehavior="preserve-pixel-size">
            <AfterFrames count={2}>
              <DumpTree />
            </AfterFrames>
          </Panel>
          <Separator className="separator separator-vertical" aria-label={t('shell.resizeTree')} />
        </>
      )}
      <Panel id="main" minSize="300px">
        <AfterMount>
          <Group orientation="vertical" defaultLayout={rows.defaultLayout} onLayoutChanged={rows.onLayoutChanged}>
            <Panel id="tabs" minSize="120px">
              <TabStrip />
            </Panel>
            {isPanelOpen && (
              <>
                <Separator className="separator separator-horizontal" aria-label={t('shell.resizePanel')} />
                <Panel
                  id="panel"
                  defaultSize={`${defaultPanelHeight(window.innerHeight)}px`}
                  minSize="90px"
                  maxSize="80%"
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <AfterFrames count={3}>
                    <BottomPanel />
                  </AfterFrames>
                </Panel>
              </>
            )}
          </Group>
        </AfterMount>
      </Panel>
    </Group>
  );
}

/** Enough for the facts of a slice, but on a small screen the timeline comes first. */
function defaultPanelHeight(windowHeight: number): number {
  return Math.round(Math.min(290, Math.max(180, windowHeight * 0.29)));
}

/** Where the session wants to be led to. */
function useLeadingTo(): void {
  const session = useSession();
  const { controller } = useAppServices();
  useEffect(
    () =>
      session.calmStore.subscribe(({ leadTo }) => {
        if (leadTo === undefined) return;
        session.actions.leadTo(undefined);
        controller.showTab(leadTo);
      }),
    [session, controller],
  );
}

/** What was selected last is what the panel shows. */
function usePanelFollowsSelection(): void {
  const session = useSession();
  const { controller } = useAppServices();
  useEffect(() => {
    const { panel, selection, chosen, selectedRange } = session.remembered;
    // What a reload comes back to may be selected before there is a panel to follow.
    if (panel) controller.showPanel(panel);
    else if (session.store.getState().selectedSlice) controller.showPanel('slice');
    // What is selected again when the dump is there leaves the panel that was open then.
    const returns = { slice: panel && selection, several: panel && chosen, range: panel && selectedRange } as const;
    const left = new Set(Object.entries(returns).flatMap(([what, own]) => (own ? [what] : [])));
    const follow = (what: keyof typeof returns) => {
      if (!left.delete(what)) controller.showPanel(what === 'slice' ? 'slice' : 'selection');
    };
    return session.calmStore.subscribe((now, before) => {
      // With details it is the slice of before, found again in a fuller index: the user has chosen nothing.
      const isChosen = now.selectedSlice !== before.selectedSlice && now.selectedDetails === undefined;
      if (now.selectedSlice && isChosen) follow('slice');
      if (now.chosenSlices.length > 0 && now.chosenSlices.length !== before.chosenSlices.length) follow('several');
      if (now.selectedRange && now.selectedRange !== before.selectedRange) follow('range');
    });
  }, [session, controller]);
}
