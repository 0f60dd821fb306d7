/** What a panel below the timeline is about: ranks, lanes of a kind, and a stretch of time. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventChoice, GroupKind, LaneId, RankIndex, RankState } from '../../../../src-contract';
import { formatExactTime } from '../../../base/format';
import { isSameRange, type TimeRange } from '../../../base/timeRange';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { OptionPicker } from '../../../ui/controls/OptionPicker';
import { RankPicker } from '../../../ui/controls/RankPicker';
import { Segmented } from '../../../ui/controls/Segmented';
import { useKeptRadio } from '../../../ui/controls/useKeptRadio';
import type { AskedLanes } from './askedLanes';
import { type LaneKindChoice, laneKinds } from './laneKinds';
import { RegionLock, useRegionLock } from './RegionLock';

export type Extent = 'view' | 'region' | 'all';

/** The view has to stand still for so long before anything is asked about it. */
const SETTLED_MS = 250;
/** All ranks of a job of so many are chosen at first; of a larger one the first. */
const MOST_FIRST_RANKS = 8;

export interface EventScope {
  /** Undefined: a region is wanted, and none is selected. */
  readonly choice: EventChoice | undefined;
  readonly extent: Extent;
  readonly lengthNs: number;
  /** To choose by. */
  readonly controls: ReactNode;
}

/** `isActive`: the panel is in front; otherwise the view may move as it likes. `asked`: lanes of their own, in view at first. */
export function useEventScope(
  first: Extent,
  isActive: boolean,
  firstKind: LaneKindChoice = 'all',
  asked?: AskedLanes,
): EventScope {
  const { t } = useTranslation();
  const dumpRanks = useSessionState(({ dump }) => dump.ranks);
  const startNs = useSessionState(({ dump }) => dump.startNs);
  const endNs = useSessionState(({ dump }) => dump.endNs);
  const region = useSessionState(({ selectedRange }) => selectedRange);
  const regionLanes = useSessionState(({ selectedLanes }) => selectedLanes);
  const ownLane = useSessionState(({ selectedDetails }) => selectedDetails?.lane);
  const { isLocked, lock } = useRegionLock();
  const [ownExtent, setExtent] = useState<Extent>(first);
  const extent = isLocked ? 'region' : ownExtent;
  const radio = useKeptRadio(extent);
  const [chosenRanks, setRanks] = useState<readonly RankIndex[] | undefined>();
  const [kind, setKind] = useState<LaneKindChoice>(firstKind);
  // Asked for again, also of the same lanes, it is they again.
  const [shownAsked, setShownAsked] = useState<AskedLanes>();
  if (asked !== undefined && asked !== shownAsked) {
    setShownAsked(asked);
    setKind('asked');
    setExtent('view');
  }
  const view = useSettledView(isActive && extent === 'view');
  const kinds = useMemo(() => laneKinds(dumpRanks), [dumpRanks]);
  const isThere =
    kind === 'lane'
      ? ownLane !== undefined
      : kind === 'asked'
        ? asked !== undefined
        : kinds.includes(kind as GroupKind);
  const shownKind = isThere ? kind : 'all';
  const named = namedLanes(shownKind, ownLane, asked);
  const ranks =
    shownKind === 'asked' && asked ? [asked.rank] : (chosenRanks ?? firstRanks(dumpRanks.map(({ index }) => index)));
  const stretch = extent === 'view' ? view : extent === 'region' ? region : undefined;
  const lanes = named ?? (extent === 'region' && regionLanes ? [...regionLanes] : undefined);
  const isMissing = extent === 'region' && region === undefined;
  const choice: EventChoice | undefined = isMissing
    ? undefined
    : {
        ranks,
        ...(shownKind !== 'all' && shownKind !== 'lane' && shownKind !== 'asked' && { kinds: [shownKind] }),
        ...(lanes && { lanes }),
        ...stretch,
      };
  const controls = (
    <>
      <Segmented<Extent>
        name={radio.name}
        label={t('scope.extent')}
        value={extent}
        options={[
          { value: 'view', label: t('scope.view') },
          { value: 'region', label: t('scope.region') },
          { value: 'all', label: t('scope.all') },
        ]}
        onChange={(wanted) => {
          // Another one than the lock's: it is given up.
          if (isLocked && wanted !== 'region') lock(false);
          radio.note();
          setExtent(wanted);
        }}
      />
      <RegionLock />
      {dumpRanks.length > 1 && shownKind !== 'asked' && (
        <RankPicker ranks={dumpRanks} value={ranks} onChange={setRanks} />
      )}
      <OptionPicker<LaneKindChoice>
        label={t('scope.kind')}
        value={shownKind}
        options={[
          { value: 'all', label: t('scope.kinds.all') },
          ...kinds.map((own) => ({ value: own, label: t(`scope.kinds.${own}`) })),
          ...(ownLane === undefined ? [] : [{ value: 'lane' as const, label: t('scope.kinds.lane') }]),
          ...(asked ? [{ value: 'asked' as const, label: askedLabel(asked, dumpRanks) }] : []),
        ]}
        onChange={setKind}
      />
      {stretch && (
        <span className="toolbar-text number">
          {formatExactTime(stretch.startNs)} – {formatExactTime(stretch.endNs)}
        </span>
      )}
    </>
  );
  const lengthNs = stretch ? stretch.endNs - stretch.startNs : endNs - startNs;
  return { choice, extent, lengthNs, controls };
}

function askedLabel({ rank, name }: AskedLanes, ranks: readonly RankState[]): string {
  return ranks.length > 1 ? `${ranks[rank]?.label ?? ''} · ${name}` : name;
}

/** The lanes that are chosen one by one; undefined: by their kinds. */
function namedLanes(
  kind: LaneKindChoice,
  ownLane: LaneId | undefined,
  asked: AskedLanes | undefined,
): readonly LaneId[] | undefined {
  if (kind === 'lane' && ownLane !== undefined) return [ownLane];
  return kind === 'asked' ? asked?.lanes : undefined;
}

function firstRanks(all: readonly RankIndex[]): readonly RankIndex[] {
  return all.length <= MOST_FIRST_RANKS ? all : all.slice(0, 1);
}

/** What the timeline shows, once it stands still; whole ns. */
function useSettledView(isActive: boolean): TimeRange {
  const { store } = useSession();
  const [view, setView] = useState(() => rounded(store.getState().view));
  useEffect(() => {
    if (!isActive) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      const now = rounded(store.getState().view);
      setView((before) => (isSameRange(before, now) ? before : now));
    };
    settle();
    const stop = store.subscribe((state, before) => {
      if (state.view === before.view) return;
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, isActive]);
  return view;
}

function rounded({ startNs, endNs }: TimeRange): TimeRange {
  return { startNs: Math.floor(startNs), endNs: Math.ceil(endNs) };
}
