import { CircleSlash, CircleX, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DumpState } from '../../../src-contract';
import { formatBytes, formatCount } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { allNotices, dumpProgress, dumpScreenOf, dumpTotals, progressShare } from '../../session/dumpSummary';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { ProgressBar } from '../../ui/ProgressBar';
import { useAppServices } from '../appServices';
import type { Opening } from '../appState';
import { useThroughput } from '../useThroughput';
import { useFocusOnOpening } from './useFocusOnOpening';
import { Workspace } from './Workspace';

/** A dump is open: its workspace as soon as there is something to see, before that how far it is, or why not. */
export function DumpScreen() {
  // Not the dump itself: the workspace would be drawn anew ten times a second while it is read.
  const screen = useSessionState(({ dump }) => dumpScreenOf(dump));
  useFocusOnOpening(screen);
  switch (screen) {
    case 'workspace':
    case 'loading':
      // It is put up behind the loading screen, and so is there when the first slices come.
      return (
        <>
          <main className="dump-workspace" inert={screen === 'loading'}>
            <WorkspaceHeading />
            <Workspace />
          </main>
          {screen === 'loading' && <LoadingScreen />}
        </>
      );
    case 'failed':
      return <FailedScreen />;
    case 'cancelled':
      return <CancelledScreen />;
  }
}

/** For those who hear the window; the title bar shows it to the others. */
function WorkspaceHeading() {
  const title = useSessionState(({ dump }) => dump.title);
  return <h1 className="visually-hidden">{title}</h1>;
}

function LoadingScreen() {
  const session = useSession();
  const dump = useSessionState((state) => state.dump);
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const progress = dumpProgress(dump);
  const { bytesDone, bytesTotal, eventsDone, bytesAgain } = progress;
  const bytesPerSecond = useThroughput(bytesDone, true);
  return (
    <main className="loading-screen loading-screen-above">
      <OpeningCard title={dump.title} detail={dump.paths.join('\n')}>
        <ProgressBar label={t('status.progress')} share={progressShare(progress)} />
        <p className="loading-facts number" role="status">
          {dump.status === 'discovering'
            ? t('loading.discovering')
            : t(bytesAgain === undefined ? 'loading.reading' : 'loading.again', {
                done: formatBytes(bytesDone),
                total: formatBytes(bytesTotal),
                again: formatBytes(bytesAgain ?? 0),
                events: formatCount(eventsDone),
              })}
          {bytesPerSecond !== undefined && bytesAgain === undefined && ` · ${formatBytes(bytesPerSecond)}/s`}
        </p>
        <Button onClick={() => session.engine.cancel(session.dumpId).catch(controller.reportError)}>
          {t('common.cancel')}
        </Button>
      </OpeningCard>
    </main>
  );
}

/** Before the Engine has said anything about it. */
export function OpeningScreen({ what }: { readonly what: Opening }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  return (
    <main className="loading-screen">
      <OpeningCard title={what.kind === 'demo' ? t('loading.demo') : what.title}>
        <ProgressBar label={t('status.progress')} share={undefined} />
        <p className="loading-facts" role="status">
          {t(what.kind === 'demo' ? 'loading.preparingDemo' : 'loading.opening')}
        </p>
        <Button onClick={() => controller.closeDump()}>{t('common.cancel')}</Button>
      </OpeningCard>
    </main>
  );
}

interface OpeningCardProps {
  readonly title: string;
  readonly detail?: string;
  readonly children: React.ReactNode;
}

function OpeningCard({ title, detail, children }: OpeningCardProps) {
  return (
    <div className="loading-card">
      <h1 className="loading-title" title={detail}>
        <LoaderCircle size={18} aria-hidden className="spinning" />
        <span>{title}</span>
      </h1>
      {children}
    </div>
  );
}

function FailedScreen() {
  const dump = useSessionState((state) => state.dump);
  const { t } = useTranslation();
  return (
    <main className="failed-screen">
      <EmptyState icon={CircleX} tone="error" title={t('failed.title', { title: dump.title })}>
        <NoticeList dump={dump} />
        <OpenAnother dump={dump} />
      </EmptyState>
    </main>
  );
}

function CancelledScreen() {
  const dump = useSessionState((state) => state.dump);
  const { t } = useTranslation();
  return (
    <main className="failed-screen">
      <EmptyState icon={CircleSlash} title={t('cancelled.title')} text={t('cancelled.text', { title: dump.title })}>
        <OpenAnother dump={dump} />
      </EmptyState>
    </main>
  );
}

function OpenAnother({ dump }: { readonly dump: DumpState }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  return (
    <div className="button-row">
      <Button variant="primary" onClick={() => void controller.openPaths(dump.paths)}>
        {t('failed.retry')}
      </Button>
      <Button onClick={() => controller.closeDump()}>{t('failed.another')}</Button>
    </div>
  );
}

/** The first notices; a broken job of many ranks would else fill the page. */
const MAX_NOTICES = 12;

function NoticeList({ dump }: { readonly dump: DumpState }) {
  const { t } = useTranslation();
  const notices = allNotices(dump);
  const hiddenCount = notices.length - MAX_NOTICES;
  const { skippedCount } = dumpTotals(dump);
  return (
    <div className="failed-notices">
      {notices.slice(0, MAX_NOTICES).map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices are only ever added
        <NoticeLine key={index} notice={notice} />
      ))}
      {hiddenCount > 0 && <p>{t('failed.more', { count: hiddenCount, n: formatCount(hiddenCount) })}</p>}
      {skippedCount > 0 && <p>{t('count.skipped', { count: skippedCount, n: formatCount(skippedCount) })}</p>}
    </div>
  );
}
