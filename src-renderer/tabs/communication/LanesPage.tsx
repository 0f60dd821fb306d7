import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { FailedAnswer } from '../../session/FailedAnswer';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { useAnswer } from '../../session/useAnswer';
import { useSession, useSessionState } from '../../session/useSession';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { ArrivalsTable } from './ArrivalsPage';
import { CollectivesPage } from './CollectivesPage';
import { LaneBoard } from './lanes/LaneBoard';
import type { PageProps } from './pageProps';
import { findCollective } from './showCollective';
import { useHasTimeline } from './useHasTimeline';

/** The collectives of all ranks side by side; a click goes to the timeline, where the rank has one. */
export function LanesPage(props: PageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const { store, overview } = props;
  const { scope, laneView } = useStore(store);
  const { op, ...around } = scope;
  // The one collective stands out among the others; alone it would say nothing.
  const lanes = useAnswer('communication.lanes', around);
  const selected = useSessionState(({ selectedDetails }) => selectedDetails?.name);
  const hasTimeline = useHasTimeline();
  if (lanes.error !== undefined) return <FailedAnswer answer={lanes} />;
  const show = (bar: number) => {
    const value = lanes.value;
    if (!value) return;
    const { index } = value.ranks[value.rank[bar]!]!;
    const { name } = value.ops[value.op[bar]!]!;
    store.setState({ scope: { ...scope, op: name } });
    if (index === undefined) return;
    showSlice(session, shell, findCollective(session, index, value.startNs[bar]!, name)).catch(shell.reportError);
  };
  return (
    <Split
      storageKey="communication.lanes"
      direction="vertical"
      handleLabel={t('communication.resize')}
      areas={[
        {
          id: 'lanes',
          defaultSize: '62%',
          content: (
            <Card title={t('communication.lanes.title')} definition={t('communication.lanes.definition')} size="fill">
              <div className="communication-fill">
                {lanes.value && !lanes.value.isOneClock && (
                  <p className="communication-hint">{t('communication.lanes.clocks')}</p>
                )}
                <LaneBoard
                  label={t('communication.lanes.title')}
                  lanes={lanes.value}
                  groups={overview.groups}
                  isLoading={lanes.isAsking}
                  view={laneView}
                  onView={(view) => store.setState({ laneView: view })}
                  marked={op ?? selected}
                  onBar={show}
                />
              </div>
            </Card>
          ),
        },
        { id: 'arrivals', content: hasTimeline ? <ArrivalsTable {...props} /> : <CollectivesPage {...props} /> },
      ]}
    />
  );
}
