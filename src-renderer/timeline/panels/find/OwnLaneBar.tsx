import { ChartArea, Rows3, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { MOST_OWN_LANES, type SearchLaneKind } from '../../../../src-contract';
import { useSession } from '../../../session/answers/useSession';
import { ownLanesOf } from '../../../session/ownLanes/ownLanes';
import { useSearchState } from '../../../session/search/useSearch';
import { useShell } from '../../../session/shell';
import { IconButton } from '../../../ui/Button';

const kinds = [
  { kind: 'union', icon: Rows3 },
  { kind: 'count', icon: ChartArea },
] as const satisfies readonly { readonly kind: SearchLaneKind; readonly icon: unknown }[];

/** Makes a lane of what is found. */
export function OwnLaneButtons() {
  const { t } = useTranslation();
  const own = ownLanesOf(useSession());
  const shell = useShell();
  const { lanes, isMaking } = useStore(own.store);
  const canMake = useSearchState(({ search, count }) => search !== undefined && count !== undefined && count.total > 0);
  return kinds.map(({ kind, icon }) => (
    <IconButton
      key={kind}
      label={t(`find.makeLane.${kind}`)}
      icon={icon}
      disabled={!canMake || isMaking || lanes.length >= MOST_OWN_LANES}
      onClick={() => own.add(kind).catch(shell.reportError)}
    />
  ));
}

/** The lanes there are, each with a cross that takes it away. */
export function OwnLaneChips() {
  const { t } = useTranslation();
  const own = ownLanesOf(useSession());
  const shell = useShell();
  const lanes = useStore(own.store, (state) => state.lanes);
  if (lanes.length === 0) return null;
  return (
    <div className="panel-toolbar">
      <span className="toolbar-text">{t('made.own')}</span>
      <ul className="filter-chips" aria-label={t('made.own')}>
        {lanes.map(({ id, name, kind }) => (
          <li key={id} className="filter-chip">
            <span className="filter-chip-text search-chip-text" title={t(`find.ownLane.${kind}`, { name })}>
              {t(`find.ownLane.${kind}`, { name })}
            </span>
            <button
              type="button"
              className="filter-chip-clear"
              aria-label={t('find.removeLane', { name })}
              onClick={() => own.remove(id).catch(shell.reportError)}
            >
              <X size={12} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
