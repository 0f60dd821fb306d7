import { ChartNoAxesGantt, ZoomIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MemoryMetric, RankIndex, RankMemory } from '../../../src-contract';
import { formatExactTime } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { OneRankPicker, RankPicker } from '../../ui/controls/RankPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { ToolbarSpace } from '../../ui/layout/ViewLayout';
import { chosenComponent, hasStreams } from './curveChoices';
import { formatMegabytes } from './format';
import { type CurveMode, memoryStore, useMemoryState } from './memoryState';
import { showAround } from './timelineLinks';

interface MemoryToolbarProps {
  readonly facts: RankMemory | undefined;
  readonly rank: RankIndex | undefined;
  readonly compared: readonly RankIndex[];
}

const modes: readonly CurveMode[] = ['metrics', 'components', 'streams', 'ranks'];
const metrics: readonly MemoryMetric[] = ['allocated', 'reserved', 'active', 'unused'];

export function MemoryToolbar({ facts, rank, compared }: MemoryToolbarProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const state = useMemoryState();
  const change = memoryStore(session).setState;
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const range = useSessionState(({ selectedRange }) => selectedRange);
  const component = facts && chosenComponent(facts, state.component);
  const shownModes = modes.filter(
    (mode) => mode === 'metrics' || mode === state.mode || isUseful(mode, facts, ranks.length),
  );
  const { instantNs } = state;
  return (
    <>
      <OneRankPicker
        ranks={ranks}
        value={rank}
        onChange={(next) => change({ rank: next, view: undefined, instantNs: undefined })}
      />
      {facts && facts.components.length > 0 && (
        <OptionPicker
          label={t('memory.component')}
          value={component?.id}
          options={facts.components.map((own) => {
            const peak = own.metrics.find(({ metric }) => metric === 'allocated') ?? own.metrics[0];
            return {
              value: own.id,
              label:
                own.from === 'allocations' ? t('memory.byAllocations', { component: own.component }) : own.component,
              ...(peak && { detail: formatMegabytes(peak.peakBytes) }),
            };
          })}
          onChange={(id) => change({ component: id })}
        />
      )}
      {shownModes.length > 1 && (
        <Segmented
          label={t('memory.mode.label')}
          value={state.mode}
          options={shownModes.map((mode) => ({
            value: mode,
            label: t(`memory.mode.${mode}`),
            title: t(`memory.mode.${mode}Definition`),
          }))}
          onChange={(mode) => change({ mode })}
        />
      )}
      {(state.mode === 'components' || state.mode === 'ranks') && (
        <OptionPicker
          label={t('memory.measure')}
          value={state.metric}
          options={metrics.map((metric) => ({ value: metric, label: t(`memory.metric.${metric}`) }))}
          onChange={(metric) => change({ metric })}
        />
      )}
      {state.mode === 'ranks' && (
        <RankPicker
          label={t('memory.compared')}
          ranks={ranks}
          value={compared}
          onChange={(comparedRanks) => change({ comparedRanks })}
        />
      )}
      <ToolbarSpace />
      {range && (
        <Button
          icon={ZoomIn}
          variant="quiet"
          title={t('memory.zoomSelectionDefinition')}
          onClick={() => change({ view: { start: range.startNs, end: range.endNs } })}
        >
          {t('memory.zoomSelection')}
        </Button>
      )}
      {instantNs !== undefined && (
        <Button
          icon={ChartNoAxesGantt}
          title={t('memory.toTimelineDefinition')}
          onClick={() => {
            showAround(session, instantNs);
            shell.showTab('timeline');
          }}
        >
          {t('memory.toTimeline', { time: formatExactTime(instantNs) })}
        </Button>
      )}
    </>
  );
}

function isUseful(mode: CurveMode, facts: RankMemory | undefined, rankCount: number): boolean {
  if (mode === 'components') return (facts?.components.length ?? 0) > 1;
  if (mode === 'streams') return facts !== undefined && hasStreams(facts);
  return rankCount > 1;
}
