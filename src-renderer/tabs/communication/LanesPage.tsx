import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatDuration } from '../../base/format';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { ArrivalsTable } from './ArrivalsPage';
import { CollectivesPage } from './CollectivesPage';
import { LaneBoard } from './lanes/LaneBoard';
import type { PageProps } from './pageProps';
import { sliceOf, useSelectedCollective } from './showCollective';
import { useHasPlanes } from './useHasTimeline';

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
  const selected = useSelectedCollective();
  const hasPlanes = useHasPlanes();
  if (lanes.error !== undefined) return <FailedAnswer answer={lanes} />;
  const from = formatDuration(lanes.value?.lateFromNs ?? 0);
  const show = (bar: number) => {
    const value = lanes.value;
    if (!value) return;
    const { index } = value.ranks[value.rank[bar]!]!;
    const { name, group, step } = value.ops[value.op[bar]!]!;
    store.setState({ scope: { ...scope, op: name } });
    if (index === undefined) return;
    const found = sliceOf(session, { rank: index, step, group, op: name });
    showSlice(session, shell, found).catch(shell.reportError);
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
            <Card
              title={t('communication.lanes.title')}
              definition={t('communication.lanes.definition', { from })}
              size="fill"
            >
              <div className="communication-fill">
                {lanes.value && !lanes.value.isAligned && lanes.value.ranks.length > 1 && (
                  <p className="communication-hint">{t('communication.lanes.clocks')}</p>
                )}
                <LaneBoard
                  label={t('communication.lanes.title')}
                  lanes={lanes.value}
                  groups={overview.groups}
                  isLoading={lanes.isAsking}
                  view={laneView}
                  onView={(view) => store.setState({ laneView: view })}
                  marked={op ?? selected?.name}
                  onBar={show}
                />
              </div>
            </Card>
          ),
        },
        { id: 'arrivals', content: hasPlanes ? <ArrivalsTable {...props} /> : <CollectivesPage {...props} /> },
      ]}
    />
  );
}
