import { Info } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { isBusy } from '../../session/dumpSummary';
import { Button } from '../../ui/Button';
import { ProgressBar } from '../../ui/ProgressBar';
import { useAppServices } from '../appServices';
import { readingCounts } from './readingCounts';

/** Above a view, as long as timelines are not read: what comes from files is whole, what needs timelines is not. */
export function ReadingBanner() {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const isOpening = useSessionState(({ dump }) => isBusy(dump));
  const { all, read, wanted, unread } = useMemo(() => readingCounts(ranks), [ranks]);
  if (isOpening || wanted + unread === 0) return null;
  const readAll = () =>
    void session.engine.readTimelines(session.dumpId, { kind: 'all' }).catch(controller.reportError);
  return (
    <div className="reading-banner" role="status">
      <Info size={14} aria-hidden />
      <span>{t('reading.partly', { read: formatCount(read), all: formatCount(all) })}</span>
      {wanted > 0 && <ProgressBar label={t('reading.title')} share={read / all} />}
      {unread > 0 && (
        <Button onClick={readAll}>{t('reading.readAllCount', { count: unread, n: formatCount(unread) })}</Button>
      )}
      <Button variant="quiet" onClick={() => controller.showDialog('reading')}>
        {t('reading.queue')}
      </Button>
    </div>
  );
}
