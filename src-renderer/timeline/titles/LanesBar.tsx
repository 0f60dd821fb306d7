import { EyeOff, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LaneId, RankState } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { hiddenCount, isFiltering, type LaneFilter, laneMatcher } from '../../session/lanes/laneArrangement';
import { isUnmerged } from '../../session/lanes/mergedLanes';
import { Button } from '../../ui/Button';

/** More are counted, not named. */
const MOST_RANK_CHIPS = 6;

/** Above the lanes while some are left out: which, and the way back. */
export function LanesBar() {
  const { t } = useTranslation();
  const { actions } = useSession();
  const filter = useSessionState((state) => state.laneFilter);
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const hiddenLanes = useSessionState(({ hidden }) => hidden);
  const hiddenRanks = useSessionState((state) => state.hiddenRanks);
  const hidden = useMemo(
    () => hiddenCount({ hidden: hiddenLanes, hiddenRanks }, ranks),
    [hiddenLanes, hiddenRanks, ranks],
  );
  const groupNames = useSessionState((state) => state.groupNames);
  const counts = useMemo(() => laneCounts(filter, ranks, groupNames), [filter, ranks, groupNames]);
  if (counts === undefined && hidden === 0) return null;
  return (
    <section className="lanes-bar" aria-label={t('lanes.bar')}>
      {counts && (
        <>
          <FilterChips filter={filter} ranks={ranks} />
          <span className="lanes-count number" role="status">
            {counts.shown === 0
              ? t('lanes.noneShown')
              : t('lanes.shown', { shown: formatCount(counts.shown), total: formatCount(counts.total) })}
          </span>
        </>
      )}
      {hidden > 0 && (
        <span className="lanes-hidden">
          <EyeOff size={13} aria-hidden />
          {t('lanes.hidden', { count: hidden, n: formatCount(hidden) })}
          <Button variant="quiet" onClick={() => actions.showHidden()}>
            {t('lanes.show')}
          </Button>
        </span>
      )}
    </section>
  );
}

interface FilterChipsProps {
  readonly filter: LaneFilter;
  readonly ranks: readonly RankState[];
}

function FilterChips({ filter, ranks }: FilterChipsProps) {
  const { t } = useTranslation();
  const { actions } = useSession();
  const { text, kinds, lanes } = filter;
  const without = <T,>(set: ReadonlySet<T>, item: T) => new Set([...set].filter((other) => other !== item));
  const isCounted = filter.ranks.size > MOST_RANK_CHIPS;
  return (
    <div className="filter-chips">
      {text !== '' && <Chip text={t('lanes.text', { text })} onRemove={() => actions.filterLanes({ text: '' })} />}
      {isCounted && (
        <Chip
          text={t('lanes.ranks', { n: formatCount(filter.ranks.size) })}
          onRemove={() => actions.filterLanes({ ranks: new Set() })}
        />
      )}
      {!isCounted &&
        [...filter.ranks].map((index) => (
          <Chip
            key={index}
            text={ranks[index]?.label ?? ''}
            onRemove={() => actions.filterLanes({ ranks: without(filter.ranks, index) })}
          />
        ))}
      {[...kinds].map((kind) => (
        <Chip
          key={kind}
          text={t(`lanes.kind.${kind}`)}
          onRemove={() => actions.filterLanes({ kinds: without(kinds, kind) })}
        />
      ))}
      {lanes && <Chip text={lanes.name} onRemove={() => actions.dropChosenLanes()} />}
    </div>
  );
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { t } = useTranslation();
  const label = t('lanes.remove', { what: text });
  return (
    <span className="filter-chip">
      <span className="filter-chip-text" title={text}>
        {text}
      </span>
      <button type="button" className="filter-chip-clear" aria-label={label} title={label} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

/** Undefined where no filter is set. */
function laneCounts(filter: LaneFilter, ranks: readonly RankState[], groupNames: ReadonlyMap<LaneId, string>) {
  const matcher = isFiltering(filter) ? laneMatcher(filter, groupNames) : undefined;
  if (matcher === undefined) return undefined;
  let [shown, total] = [0, 0];
  for (const rank of ranks)
    for (const group of rank.groups) {
      if (!isUnmerged(group)) continue;
      total += group.lanes.length;
      if (!matcher.rank(rank) || !matcher.group(group)) continue;
      if (!matcher.isByLane) shown += group.lanes.length;
      else for (const lane of group.lanes) if (matcher.lane(rank, group, lane)) shown++;
    }
  return { shown, total };
}
