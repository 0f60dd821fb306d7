import { FolderClock, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecentDump } from '../../../src-contract';
import { useTimeFormat } from '../../base/useTimeFormat';
import { IconButton } from '../../ui/Button';
import { PathText } from '../../ui/PathText';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';

/** What was opened before, newest first. What is gone is greyed, and says so. */
export function RecentDumps() {
  const { t } = useTranslation();
  const recentDumps = useApp((state) => state.recentDumps);
  return (
    <section className="recent" aria-label={t('welcome.recent')}>
      <h2 className="section-title">{t('welcome.recent')}</h2>
      {recentDumps.length === 0 ? (
        <p className="section-empty">{t('welcome.noRecent')}</p>
      ) : (
        <ul>
          {recentDumps.map((recent) => (
            <li key={recent.paths.join('\n')}>
              <RecentRow recent={recent} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentRow({ recent }: { readonly recent: RecentDump }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const times = useTimeFormat();
  return (
    <div className={`recent-row ${recent.exists ? '' : 'is-missing'}`}>
      <button
        type="button"
        className="recent-open"
        disabled={!recent.exists}
        title={recent.paths.join('\n')}
        onClick={() => void controller.openPaths(recent.paths, recent.without)}
      >
        <FolderClock size={16} strokeWidth={1.5} aria-hidden />
        <span className="recent-title">
          {recent.title}
          {recent.without.length > 0 && (
            <span className="recent-without">{t('welcome.without', { count: recent.without.length })}</span>
          )}
        </span>
        <span className="recent-time">{recent.exists ? times.format(recent.openedMs) : t('welcome.missing')}</span>
        <PathText className="recent-path" path={recent.paths.join(', ')} />
      </button>
      <IconButton
        label={t('welcome.forget', { title: recent.title })}
        icon={X}
        onClick={() => void controller.forgetRecentDump(recent.paths)}
      />
    </div>
  );
}
