import { Radio } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import './live.css';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Split, ToolbarSpace, ViewFrame } from '../../ui/layout/ViewLayout';
import { AddJobDialog } from './AddJobDialog';
import { DiagnoseDialog } from './DiagnoseDialog';
import { EventTable } from './EventTable';
import { JobHead } from './JobHead';
import { JobList } from './JobList';
import { LiveCharts } from './LiveCharts';
import { shownJob, useLive, useLiveState } from './live';
import { NoticeSwitch } from './NoticeSwitch';
import { useLiveEvents } from './useLiveData';

/** Jobs that run, each with its curves, its limits and what has happened. `onClose`: it stands alone, without a dump. */
export function LiveView({ onClose }: { readonly onClose?: () => void }) {
  const { t } = useTranslation();
  const live = useLive();
  const isKnown = useLiveState((state) => state.isKnown);
  const isEmpty = useLiveState(({ jobs }) => jobs.length === 0);
  useEffect(() => live.follow(), [live]);
  return (
    <ViewFrame
      label={t('live.title')}
      toolbar={
        <>
          <JobList />
          <ToolbarSpace />
          {!isEmpty && <NoticeSwitch />}
          <Button onClick={() => live.show('add')}>{t('live.add')}</Button>
          {onClose && (
            <Button variant="quiet" onClick={onClose}>
              {t('live.back')}
            </Button>
          )}
        </>
      }
    >
      {isKnown && isEmpty ? (
        <EmptyState icon={Radio} title={t('live.none.title')} text={t('live.none.text')}>
          <Button variant="primary" onClick={() => live.show('add')}>
            {t('live.add')}
          </Button>
        </EmptyState>
      ) : (
        <ShownJob />
      )}
      <Dialogs />
    </ViewFrame>
  );
}

function ShownJob() {
  const job = useLiveState(shownJob);
  return job && <OneJob key={job.id} />;
}

function OneJob() {
  const { t } = useTranslation();
  const job = useLiveState(shownJob)!;
  const events = useLiveEvents(job);
  return (
    <div className="live-job">
      <JobHead job={job} />
      <Split
        storageKey="live.curves"
        direction="vertical"
        handleLabel={t('live.resize')}
        areas={[
          { id: 'charts', defaultSize: '75%', content: <LiveCharts job={job} events={events} /> },
          { id: 'events', content: <EventTable jobId={job.id} events={events} /> },
        ]}
      />
    </div>
  );
}

function Dialogs() {
  const dialog = useLiveState((state) => state.dialog);
  const job = useLiveState(shownJob);
  if (dialog === 'add') return <AddJobDialog />;
  if (dialog === 'diagnose' && job) return <DiagnoseDialog job={job} />;
  return null;
}
