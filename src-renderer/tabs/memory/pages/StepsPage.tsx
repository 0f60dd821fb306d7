import { Footprints, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemoryComponent, MemoryStep, RankIndex, RankMemory, StepGrowth } from '../../../../src-contract';
import { formatCount } from '../../../base/format';
import { formatUnit } from '../../../base/formatUnit';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useThresholds } from '../../../session/answers/useThresholds';
import { LineChart } from '../../../ui/chart/lines/LineChart';
import { EmptyState } from '../../../ui/EmptyState';
import { Card } from '../../../ui/layout/Card';
import { Reading } from '../../../ui/Reading';
import { arrayLoader } from '../../../ui/table/arrayLoader';
import { DataTable } from '../../../ui/table/DataTable';
import type { TableRow } from '../../../ui/table/tableLoader';
import { formatMegabytes } from '../format';
import { memoryStore } from '../memoryState';

interface StepsPageProps {
  readonly facts: RankMemory;
  readonly component: MemoryComponent;
  /** Ranks whose growth is told beside. */
  readonly others: readonly RankIndex[];
}

/** Memory step by step, and whether it grows. */
export function StepsPage({ facts, component, others }: StepsPageProps) {
  const { t } = useTranslation();
  const of = useMemo(() => ({ rank: facts.rank, component: component.id }), [facts.rank, component.id]);
  const steps = useAnswer('memory.steps', of);
  if (steps.error !== undefined) return <FailedAnswer answer={steps} size="panel" />;
  const answer = steps.value;
  if (!answer) return <Reading text={t('memory.reading')} />;
  if (answer.steps.length === 0) {
    return (
      <EmptyState size="panel" icon={Footprints} title={t('memory.steps.none')} text={t('memory.steps.noneText')} />
    );
  }
  const ranks = others.length > 1 && <RankGrowths component={component.id} ranks={others} />;
  return <Growth growth={answer} ranks={ranks} />;
}

/** When a leak is suspected, with the values that decide it. */
function useLeakRule(): string | undefined {
  const { t } = useTranslation();
  const limits = useThresholds();
  if (!limits) return undefined;
  const percent = (share: number) => formatUnit(100 * share, 'percent');
  return t('memory.steps.rule', {
    steps: limits['leak.steps'],
    rising: percent(limits['leak.rising-share']),
    fit: percent(limits['leak.fit']),
    growth: percent(limits['leak.growth-of-peak']),
  });
}

interface GrowthProps {
  readonly growth: StepGrowth;
  readonly ranks: ReactNode;
}

function Growth({ growth, ranks }: GrowthProps) {
  const { t } = useTranslation();
  const session = useSession();
  const rule = useLeakRule();
  const { steps, trend, neverFreed } = growth;
  const series = useMemo(() => {
    const x = Float64Array.from(steps, ({ step }) => step);
    const line = (id: 'endBytes' | 'peakBytes', colour: number) => ({
      id,
      name: t(`memory.steps.${id}`),
      x,
      y: Float64Array.from(steps, (step) => step[id]),
      colour,
    });
    return [line('peakBytes', 1), line('endBytes', 0)];
  }, [steps, t]);
  const stepTable = useMemo(() => arrayLoader(steps, stepColumns), [steps]);
  const opTable = useMemo(() => arrayLoader(neverFreed, opColumns), [neverFreed]);
  return (
    <div className="memory-steps">
      <p className={`memory-trend ${trend?.isLeakSuspected ? 'is-suspected' : ''}`}>
        {trend?.isLeakSuspected && <TriangleAlert size={14} aria-hidden />}
        <span title={rule}>
          {trend
            ? t(trend.isLeakSuspected ? 'memory.steps.leak' : 'memory.steps.noLeak', {
                growth: formatMegabytes(trend.bytesPerStep),
                rising: formatCount(trend.risingSteps),
                steps: formatCount(steps.length - 1),
                fit: formatCount(trend.fit, 3),
              })
            : t('memory.steps.tooFew', { count: steps.length, n: formatCount(steps.length) })}
        </span>{' '}
        <span className="memory-muted">{t(`memory.steps.from.${growth.stepsFrom ?? 'timeline'}`)}</span>
      </p>
      <div className="memory-columns">
        {steps.length > 1 && (
          <Card size="fill" title={t('memory.steps.chart')} {...(rule !== undefined && { definition: rule })}>
            <LineChart
              label={t('memory.steps.chart')}
              series={series}
              xUnit="id"
              xTitle={t('memory.steps.step')}
              yUnit="bytes"
              yFrom="fit"
            />
          </Card>
        )}
        <DataTable
          label={t('memory.steps.table')}
          source={stepTable}
          storageKey="memory-steps"
          columnWords="memory.stepColumn"
          totals={stepTotals}
          onActivate={(row) =>
            memoryStore(session).setState({ view: { start: row.number('startNs'), end: row.number('endNs') } })
          }
        />
        {(neverFreed.length > 0 || ranks) && (
          <div className="memory-stack">
            {ranks}
            {neverFreed.length > 0 && (
              <Card
                size="fill"
                title={t('memory.steps.neverFreed')}
                definition={t('memory.steps.neverFreedDefinition')}
              >
                <DataTable
                  label={t('memory.steps.neverFreed')}
                  source={opTable}
                  storageKey="memory-steps-ops"
                  columnWords="memory.liveColumn"
                  variant="compact"
                  onActivate={(row) =>
                    memoryStore(session).setState({
                      page: 'allocations',
                      allocations: { kind: 'never-freed' },
                      op: row.text('name'),
                    })
                  }
                />
              </Card>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

interface RankGrowthsProps {
  readonly component: string;
  readonly ranks: readonly RankIndex[];
}

const steepestFirst = [{ column: 'bytesPerStep', isDescending: true }] as const;

/** Which of the ranks grow; Enter shows one. */
function RankGrowths({ component, ranks }: RankGrowthsProps) {
  const { t } = useTranslation();
  const rule = useLeakRule();
  const session = useSession();
  const { value } = useAnswer('memory.growth', { ranks, component });
  const states = useSessionState(({ dump }) => dump.ranks);
  const table = useMemo(
    () =>
      arrayLoader(value ?? [], [
        { key: 'rankLabel', label: 'Rank', valueOf: ({ rank }) => states[rank]?.label ?? String(rank) },
        {
          key: 'bytesPerStep',
          label: 'Growth',
          unit: 'bytes',
          valueOf: ({ trend }) => trend?.bytesPerStep ?? Number.NaN,
        },
        { key: 'fit', label: 'Fit', unit: 'ratio', valueOf: ({ trend }) => trend?.fit ?? Number.NaN },
        {
          key: 'verdict',
          label: 'Leak?',
          valueOf: ({ trend }) => (trend?.isLeakSuspected ? t('memory.steps.suspected') : '–'),
        },
      ]),
    [value, states, t],
  );
  return (
    <Card size="fill" title={t('memory.steps.ranks')} {...(rule !== undefined && { definition: rule })}>
      <DataTable
        label={t('memory.steps.ranks')}
        source={table}
        storageKey="memory-steps-ranks"
        columnWords="memory.growthColumn"
        variant="compact"
        defaultSort={steepestFirst}
        rowClass={suspectedRow}
        needs={verdictNeeds}
        onActivate={(row) => {
          const chosen = value?.[row.id];
          if (chosen) memoryStore(session).setState({ rank: chosen.rank });
        }}
      />
    </Card>
  );
}

const stepTotals = { endBytes: 'none', peakBytes: 'none', startNs: 'none', endNs: 'none' } as const;
const verdictNeeds = ['verdict'] as const;
const suspectedRow = (row: TableRow) => (row.text('verdict') === '–' ? undefined : 'row-warning');

const stepColumns = [
  { key: 'step', label: 'Step', unit: 'id', valueOf: ({ step }: MemoryStep) => step },
  { key: 'endBytes', label: 'At the end', unit: 'bytes', valueOf: ({ endBytes }: MemoryStep) => endBytes },
  { key: 'peakBytes', label: 'Peak', unit: 'bytes', valueOf: ({ peakBytes }: MemoryStep) => peakBytes },
  { key: 'allocationCount', label: 'Allocations', unit: 'count', valueOf: (step: MemoryStep) => step.allocationCount },
  { key: 'allocatedBytes', label: 'Allocated', unit: 'bytes', valueOf: (step: MemoryStep) => step.allocatedBytes },
  {
    key: 'neverFreedCount',
    label: 'Never released',
    unit: 'count',
    valueOf: (step: MemoryStep) => step.neverFreedCount,
  },
  {
    key: 'neverFreedBytes',
    label: 'Never released',
    unit: 'bytes',
    valueOf: (step: MemoryStep) => step.neverFreedBytes,
  },
  { key: 'startNs', label: 'Start', unit: 'time', valueOf: ({ startNs }: MemoryStep) => startNs },
  { key: 'endNs', label: 'End', unit: 'time', valueOf: ({ endNs }: MemoryStep) => endNs },
] as const;

type NeverFreedOp = StepGrowth['neverFreed'][number];

const opColumns = [
  { key: 'name', label: 'Op', valueOf: ({ name }: NeverFreedOp) => name },
  { key: 'count', label: 'Count', unit: 'count', valueOf: ({ count }: NeverFreedOp) => count },
  { key: 'neverFreedBytes', label: 'Never released', unit: 'bytes', valueOf: ({ bytes }: NeverFreedOp) => bytes },
] as const;
