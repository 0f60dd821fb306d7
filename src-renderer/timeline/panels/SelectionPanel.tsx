import { SquareDashedMousePointer, X, ZoomIn } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LaneId } from '../../../src-contract';
import { formatCount, formatDuration, formatExactDuration, formatExactTime } from '../../base/format';
import type { TimeRange } from '../../base/timeRange';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAsked, useRevision } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { Button, IconButton } from '../../ui/Button';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { useKeptRadio } from '../../ui/controls/useKeptRadio';
import { EmptyState } from '../../ui/EmptyState';
import { ChosenSlices } from './ChosenSlices';
import { CounterTable, NameTable } from './RegionTables';
import { lanesText, type ScopeOption, scopeLanes, scopeOptions } from './scope/laneScope';

const MAX_ROWS = 5_000;
/** While the range is dragged. */
const DRAG_PAUSE_MS = 120;

/** Several slices that are selected at once; else what happens in the marked stretch of time, on the lanes that are marked. */
export function SelectionPanel() {
  const { t } = useTranslation();
  const session = useSession();
  const range = useSessionState((state) => state.selectedRange);
  const chosen = useSessionState((state) => state.chosenSlices);
  if (chosen.length > 0)
    return (
      <div className="table-panel">
        <ChosenSlices slices={chosen} />
      </div>
    );
  if (!range) {
    return (
      <EmptyState
        size="panel"
        icon={SquareDashedMousePointer}
        title={t('selection.noneTitle')}
        text={t('selection.noneText')}
      >
        <Button onClick={() => session.actions.selectRange(session.store.getState().view)}>
          {t('selection.useView')}
        </Button>
      </EmptyState>
    );
  }
  return <RegionStatistics range={range} />;
}

interface RegionStatisticsProps {
  readonly range: TimeRange;
}

type RegionPart = 'slices' | 'counters';

function RegionStatistics({ range }: RegionStatisticsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const revision = useRevision();
  const region = useSessionState((state) => state.selectedLanes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lanes come with an index, not at each step of reading it
  const options = useMemo(() => scopeOptions(session.store.getState().dump, t), [session, revision, t]);
  const [scopeKey, setScopeKey] = useState('all');
  const scope = options.find((option) => option.key === scopeKey) ?? options[0]!;
  const [wanted, setWanted] = useState<RegionPart>();
  // Undefined: all there are.
  const lanes = region
    ? [...region]
    : scope.key === 'all'
      ? undefined
      : scopeLanes(session.store.getState().dump, scope.key);
  const asked = { startNs: range.startNs, endNs: range.endNs, ...(lanes && { lanes }) };
  const statistics = useAsked(
    `${range.startNs} ${range.endNs} ${region ? [...region].join() : scope.key}`,
    async () => {
      const answer = await session.engine.statistics({
        dump: session.dumpId,
        ...asked,
        lanes: lanes ?? scopeLanes(session.store.getState().dump, 'all'),
        maxRows: MAX_ROWS,
      });
      return { answer, region: asked };
    },
    { delayMs: DRAG_PAUSE_MS },
  );
  // While another region is dragged these are the numbers of the one before.
  const { answer, region: answered = asked } = statistics.value ?? {};
  const hasCounters = answer !== undefined && answer.counters.length > 0;
  // Until one of them is chosen: what there is, of lanes of counters alone.
  const first = answer?.sliceCount === 0 ? 'counters' : 'slices';
  const part = hasCounters ? (wanted ?? first) : 'slices';
  const radio = useKeptRadio(part);
  const lengthNs = range.endNs - range.startNs;
  const toolbar = (
    <>
      <span className="toolbar-text number" title={formatExactDuration(Math.round(lengthNs))}>
        {formatExactTime(range.startNs)} – {formatExactTime(range.endNs)} · <b>{formatDuration(lengthNs)}</b>
      </span>
      {answer && (
        <span className="toolbar-text" title={t('selection.clipped')}>
          {t('selection.counts', {
            count: answer.sliceCount,
            n: formatCount(answer.sliceCount),
            names: t('selection.names', { count: answer.nameCount, n: formatCount(answer.nameCount) }),
          })}
        </span>
      )}
      {answer && answer.rows.length < answer.nameCount && (
        <span className="toolbar-text">{t('selection.longest', { n: formatCount(answer.rows.length) })}</span>
      )}
      {hasCounters && (
        <Segmented<RegionPart>
          name={radio.name}
          label={t('selection.part')}
          value={part}
          options={[
            { value: 'slices', label: t('selection.slices') },
            { value: 'counters', label: t('selection.counters', { n: formatCount(answer.counters.length) }) },
          ]}
          onChange={(own) => {
            radio.note();
            setWanted(own);
          }}
        />
      )}
      {region ? (
        <RegionLanes lanes={region} onAll={() => session.actions.selectRange({ ...range })} />
      ) : (
        <ScopeSelect options={options} value={scope.key} onChange={setScopeKey} />
      )}
      <IconButton
        label={t('timeline.command.zoomToRange')}
        icon={ZoomIn}
        onClick={() => session.actions.setView(range, { isJump: true })}
      />
      <IconButton label={t('selection.clear')} icon={X} onClick={() => session.actions.selectRange(undefined)} />
    </>
  );
  if (!answer && statistics.error !== undefined) {
    return (
      <div className="table-panel">
        <div className="panel-toolbar">{toolbar}</div>
        <FailedAnswer answer={statistics} size="panel" />
      </div>
    );
  }
  return (
    <div className="table-panel" aria-busy={statistics.isAsking}>
      {part === 'counters' && answer ? (
        <CounterTable counters={answer.counters} toolbar={toolbar} />
      ) : (
        <NameTable answer={answer} region={answered} toolbar={toolbar} />
      )}
    </div>
  );
}

interface RegionLanesProps {
  readonly lanes: ReadonlySet<LaneId>;
  readonly onAll: () => void;
}

/** The lanes that were dragged over, until all are wanted. */
function RegionLanes({ lanes, onAll }: RegionLanesProps) {
  const { t } = useTranslation();
  const names = useSessionState(({ dump }) => lanesText(dump, lanes));
  return (
    <span className="region-lanes" title={names}>
      {t('selection.lanes', { count: lanes.size, n: formatCount(lanes.size) })}
      <IconButton label={t('selection.allLanes')} icon={X} onClick={onAll} />
    </span>
  );
}

interface ScopeSelectProps {
  readonly options: readonly ScopeOption[];
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** Hundreds of ranks make thousands of options: they are drawn again only when they are others. */
const ScopeSelect = memo(function ScopeSelect({ options, value, onChange }: ScopeSelectProps) {
  const { t } = useTranslation();
  return (
    <OptionPicker
      label={t('selection.scope')}
      value={value}
      options={options.map(({ key, label }) => ({ value: key, label: label ?? t('selection.allLanes') }))}
      onChange={onChange}
    />
  );
});
