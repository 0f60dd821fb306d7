import { ListOrdered, Pause } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { useSessionState } from '../../session/answers/useSession';
import { isBusy } from '../../session/dumpSummary';
import { useAppServices } from '../appServices';
import { readingCounts } from './readingCounts';

/** In the status bar, as long as timelines are not read: how many. A click shows the queue. */
export function ReadingStatus() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const isPaused = useSessionState(({ dump }) => dump.reading?.isPaused ?? false);
  const isOpening = useSessionState(({ dump }) => isBusy(dump));
  const { all, read, wanted, unread } = useMemo(() => readingCounts(ranks), [ranks]);
  if (wanted + unread === 0 || (isOpening && !isPaused)) return null;
  const key = wanted === 0 ? 'unread' : isPaused ? 'paused' : 'progress';
  const Icon = isPaused ? Pause : ListOrdered;
  return (
    <button
      type="button"
      className={`status-item status-link ${isPaused ? 'status-warning' : ''}`}
      title={t('reading.show')}
      onClick={() => controller.showDialog('reading')}
    >
      <Icon size={13} aria-hidden />
      {t(`reading.${key}`, { count: unread, n: formatCount(unread), read: formatCount(read), all: formatCount(all) })}
    </button>
  );
}
