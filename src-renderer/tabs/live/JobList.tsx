import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/controls/Badge';
import { shownJob, useLive, useLiveState } from './live';
import { statusTone } from './statusTone';

/** The jobs side by side, with how each is. */
export function JobList() {
  const { t } = useTranslation();
  const live = useLive();
  const jobs = useLiveState((state) => state.jobs);
  const shown = useLiveState((state) => shownJob(state)?.id);
  if (jobs.length === 0) return null;
  return (
    <ul className="live-jobs" aria-label={t('live.jobs')}>
      {jobs.map(({ id, title, status, source }) => (
        <li key={id}>
          <button
            type="button"
            className="live-job-button"
            aria-pressed={id === shown}
            title={source.paths.join('\n')}
            onClick={() => live.choose(id)}
          >
            <span className="live-job-title">{title}</span>{' '}
            <Badge tone={statusTone(status)}>{t(`live.status.${status}`)}</Badge>
          </button>
        </li>
      ))}
    </ul>
  );
}
