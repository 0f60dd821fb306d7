import { ArrowRightToLine, PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { useSession, useSessionState, useView } from '../../session/answers/useSession';
import { isAtEnd } from '../../session/followEnd';

/** In the status bar while files of the dump are being written, and whether the view follows their end. */
export function GrowthStatus() {
  const count = useSessionState(({ dump }) => dump.ranks.filter((rank) => rank.isGrowing === true).length);
  return (
    <span role="status" className="growth-status">
      {count > 0 && <Growing count={count} />}
    </span>
  );
}

function Growing({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const session = useSession();
  const followsEnd = useSessionState((state) => state.followsEnd);
  const endNs = useSessionState(({ dump }) => dump.endNs);
  const isEndInSight = useView((view) => isAtEnd(view, { endNs }));
  const isFollowing = isEndInSight && followsEnd;
  return (
    <>
      <span className="status-item" title={t('growth.title')}>
        <PencilLine size={13} aria-hidden />
        {t('growth.growing', { count, n: formatCount(count) })}
      </span>
      <button
        type="button"
        className="status-item status-link"
        aria-pressed={isFollowing}
        title={t('growth.followTitle')}
        onClick={() => session.actions.followEnd(!isFollowing)}
      >
        <ArrowRightToLine size={13} aria-hidden />
        {t(isFollowing ? 'growth.following' : 'growth.follow')}
      </button>
    </>
  );
}
