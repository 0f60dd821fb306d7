import { useTranslation } from 'react-i18next';
import type { RankCount } from '../../../../src-contract';
import { formatCount } from '../../../base/format';
import { useSessionState } from '../../../session/answers/useSession';
import { useSearch, useSearchState } from '../../../session/search/useSearch';

/** How many there are in each rank; a click on one leaves that alone. */
export function RankCounts({ counts }: { readonly counts: readonly RankCount[] }) {
  const { t } = useTranslation();
  const model = useSearch();
  const text = useSearchState((state) => state.text);
  const ranks = useSessionState(({ dump }) => dump.ranks);
  if (ranks.length < 2) return null;
  return (
    <ul className="fading-row rank-counts" aria-label={t('find.perRank')}>
      {counts.map(({ rank: index, count }) => {
        const rank = ranks[index];
        if (!rank) return null;
        const only = rank.rank === undefined ? `rank="${rank.label}"` : `rank:${rank.rank}`;
        return (
          <li key={index}>
            <button
              type="button"
              className="rank-count"
              title={t('find.onlyRank', { rank: rank.label })}
              onClick={() => model.setText(text === '' ? only : `${text.trimEnd()} ${only}`)}
            >
              {rank.label} <b className="number">{formatCount(count)}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
