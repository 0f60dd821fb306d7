import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '../../session/answers/useSession';
import { useAppServices } from '../appServices';
import { clockSummary, isDoubtful } from './clockText';

/** In the status bar, always, where there are several ranks: the clock that they are shown by. A click tells more. */
export function ClockStatus() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const clock = useSessionState(({ dump }) => dump.clock);
  // Tables are by no clock.
  const hasTimelines = useSessionState(({ dump }) => dump.ranks.some(({ status }) => status !== 'no-timeline'));
  if (!clock || !hasTimelines) return null;
  return (
    <button
      type="button"
      className={`status-item status-link ${isDoubtful(clock) ? 'status-warning' : ''}`}
      title={t('clock.show')}
      onClick={() => controller.showDialog('clock')}
    >
      <Clock size={13} aria-hidden />
      {clockSummary(t, clock)}
    </button>
  );
}
