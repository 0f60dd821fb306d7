import { CircleAlert, Cloud, Monitor, TriangleAlert, Unplug } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatBytes, formatCount, formatDuration, formatExactDuration, formatExactTime } from '../../base/format';
import { SessionContext, useSession, useSessionState } from '../../session/answers/useSession';
import {
  dumpProgress,
  dumpScreenOf,
  dumpTotals,
  hasLanes,
  isBusy,
  progressShare,
  readingStage,
  totalsParts,
} from '../../session/dumpSummary';
import { MiddleCut } from '../../ui/MiddleCut';
import { ProgressBar } from '../../ui/ProgressBar';
import { useAppServices } from '../appServices';
import { ClockStatus } from '../clock/ClockStatus';
import { MovedLanesStatus } from '../clock/MovedLanes';
import { GrowthStatus } from '../growth/GrowthStatus';
import { ReadingStatus } from '../reading/ReadingStatus';
import { useApp } from '../useApp';
import { useThroughput } from '../useThroughput';

/** Selection, figures about the dump, progress, connection. */
export function StatusBar() {
  const screen = useApp((state) => state.screen);
  return (
    <footer className="status-bar">
      {screen.kind === 'dump' ? (
        <SessionContext value={screen.session}>
          <DumpStatus />
        </SessionContext>
      ) : (
        <div className="status-spacer" />
      )}
      <Connection />
    </footer>
  );
}

function DumpStatus() {
  const isReadable = useSessionState(({ dump }) => hasLanes(dump));
  const screen = useSessionState(({ dump }) => dumpScreenOf(dump));
  // The other screens say it all themselves.
  if (screen !== 'workspace') return <div className="status-spacer" />;
  return (
    <>
      {isReadable && <Selection />}
      <div className="status-spacer" />
      <Reading />
      <ReadingStatus />
      <GrowthStatus />
      <ClockStatus />
      <MovedLanesStatus />
      <Totals />
      {isReadable && <VisibleSpan />}
    </>
  );
}

function Selection() {
  const { t } = useTranslation();
  const details = useSessionState((state) => state.selectedDetails);
  const range = useSessionState((state) => state.selectedRange);
  return (
    <>
      {details && (
        <span className="status-item status-selection" title={details.name}>
          <span className="status-name">
            <MiddleCut text={details.name} />
          </span>
          <span title={formatExactDuration(details.durationNs)}>{formatDuration(details.durationNs)}</span>
        </span>
      )}
      {range && (
        <span className="status-item" title={`${formatExactTime(range.startNs)} – ${formatExactTime(range.endNs)}`}>
          {t('status.range', { duration: formatDuration(range.endNs - range.startNs) })}
        </span>
      )}
      {!details && !range && <span className="status-item">{t('status.nothingSelected')}</span>}
    </>
  );
}

function Reading() {
  const { t } = useTranslation();
  const session = useSession();
  const dump = useSessionState((state) => state.dump);
  const { controller } = useAppServices();
  const bytesPerSecond = useThroughput(dump.progress.bytesDone, isBusy(dump));
  if (dump.status === 'cancelled') return <span className="status-item status-warning">{t('status.cancelled')}</span>;
  if (!isBusy(dump)) return null;
  const progress = dumpProgress(dump);
  const { bytesDone, bytesTotal, bytesAgain = 0 } = progress;
  const stage = readingStage(dump);
  const isReading = stage === 'reading' || stage === 'excerpts';
  return (
    <span className="status-item status-progress">
      <span>
        {t(`status.${stage}`, {
          done: formatBytes(bytesDone),
          total: formatBytes(bytesTotal),
          again: formatBytes(bytesAgain),
        })}
        {bytesPerSecond !== undefined && isReading && ` · ${formatBytes(bytesPerSecond)}/s`}
      </span>
      <ProgressBar label={t('status.progress')} share={progressShare(progress)} />
      <button
        type="button"
        className="status-button"
        onClick={() => session.engine.cancel(session.dumpId).catch(controller.reportError)}
      >
        {t('common.cancel')}
      </button>
    </span>
  );
}

function Totals() {
  const { t } = useTranslation();
  const ranks = useSessionState((state) => state.dump.ranks);
  const notices = useSessionState((state) => state.dump.notices);
  const openMs = useSessionState((state) => state.dump.openMs);
  const jobFileCount = useSessionState((state) => state.dump.clusterFiles.length);
  const busy = useSessionState((state) => isBusy(state.dump));
  const totals = useMemo(() => dumpTotals({ ranks, notices }), [ranks, notices]);
  const parts = totalsParts(totals, jobFileCount, busy).map(({ key, count }) =>
    t(key, { count, n: formatCount(count) }),
  );
  const { commands } = useAppServices();
  const showMessages = () => void commands.run('panel.notices');
  return (
    <>
      {totals.skippedCount > 0 && (
        <button type="button" className="status-item status-warning status-link" onClick={showMessages}>
          <TriangleAlert size={13} aria-hidden />
          {t('count.skipped', { count: totals.skippedCount, n: formatCount(totals.skippedCount) })}
        </button>
      )}
      {totals.warningCount > 0 && (
        <button type="button" className="status-item status-warning status-link" onClick={showMessages}>
          <CircleAlert size={13} aria-hidden />
          {t('count.notices', { count: totals.warningCount, n: formatCount(totals.warningCount) })}
        </button>
      )}
      <span
        className="status-item status-totals"
        title={openMs === undefined ? undefined : t('status.openedIn', { duration: formatDuration(openMs * 1e6) })}
      >
        {parts.join(' · ')}
      </span>
    </>
  );
}

/** The length of the view is written so often at most, ms: it changes with each frame of a zoom, and nobody reads it faster. */
const SPAN_PAUSE_MS = 100;

function VisibleSpan() {
  const { t } = useTranslation();
  const { store } = useSession();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      const { startNs, endNs } = store.getState().view;
      if (element.current) element.current.textContent = formatDuration(endNs - startNs);
    };
    write();
    const stop = store.subscribe(({ view }, before) => {
      if (view !== before.view) timer ??= setTimeout(write, SPAN_PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return <span ref={element} className="status-item status-span" title={t('status.visible')} />;
}

function Connection() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const status = useStore(controller.connection.status, (state) => state.status);
  const isElectron = controller.connection.services.kind === 'electron';
  const Icon = status !== 'connected' ? Unplug : isElectron ? Monitor : Cloud;
  const text = status !== 'connected' ? t(`connection.${status}`) : isElectron ? t('host.electron') : t('host.browser');
  return (
    <span className={`status-item ${status === 'connected' ? '' : 'status-warning'}`} role="status">
      <Icon size={13} aria-hidden />
      {text}
    </span>
  );
}
