import { useTranslation } from 'react-i18next';
import type { SliceDetails } from '../../../../src-contract';
import { formatCount, formatDuration, formatExactDuration } from '../../../base/format';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useSession } from '../../../session/answers/useSession';
import { Fact } from './Fact';

interface LikeFactProps {
  readonly slice: SliceDetails;
  /** The panel is in front. */
  readonly isShown: boolean;
}

/** How it compares with the others of its name on its rank. */
export function LikeFact({ slice, isShown }: LikeFactProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { value: alike } = useAnswer('timeline.alike', isShown ? { slice: slice.ref } : undefined);
  if (!alike) return null;
  const others = alike.count - 1;
  if (others === 0) return <Fact label={t('slicePanel.like')}>{t('slicePanel.only')}</Fact>;
  const share = Math.round((100 * alike.shorterCount) / others);
  return (
    <Fact label={t('slicePanel.like')}>
      <span title={t('slicePanel.likeTitle')}>
        {t('slicePanel.slower', { share, count: others, n: formatCount(others) })}
      </span>
      <span className="fact-more number" title={formatExactDuration(alike.medianNs)}>
        {t('slicePanel.median', { duration: formatDuration(alike.medianNs) })}
      </span>
      <button
        type="button"
        className="link number"
        title={formatExactDuration(alike.maxNs)}
        onClick={() => session.actions.jumpTo(alike.longest)}
      >
        {t('slicePanel.longest', { duration: formatDuration(alike.maxNs) })}
      </button>
    </Fact>
  );
}
