import { TrendingUp } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OperatorSteps, StepGroup } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { LineChart } from '../../ui/chart/lines/LineChart';
import { Badge } from '../../ui/controls/Badge';
import { EmptyState } from '../../ui/EmptyState';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import type { OperatorContext } from './operatorContext';
import { operatorState } from './operatorState';

const MAX_GROUPS = 200;
/** Lines that can still be told apart. */
const MAX_LINES = 7;

/** How long the kernels of each group take in each step, and with which shapes. */
export function StepsArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const { ranks } = context;
  const session = useSession();
  const { by, group } = useStore(operatorState(session));
  const answer = useAnswer('operator.steps', { ranks, by, maxGroups: MAX_GROUPS });
  const { value } = answer;
  if (answer.error !== undefined) return <FailedAnswer answer={answer} />;
  if (value && value.steps.length === 0)
    return <EmptyState icon={TrendingUp} title={t('operator.steps.noneTitle')} text={t('operator.steps.noneText')} />;
  if (!value) return <Reading text={t('operator.loading')} />;
  const steps = value;
  const chosen = steps.groups.find(({ key }) => idOf(key) === group?.id);
  return (
    <Split
      storageKey="operator.steps"
      direction="vertical"
      handleLabel={t('operator.resizeKernels')}
      areas={[
        {
          id: 'curves',
          defaultSize: '45%',
          minSize: '140px',
          content: (
            <Card size="fill" title={t('operator.steps.title')} definition={t('operator.steps.definition')}>
              {steps.steps.length > 1 ? (
                <StepCurves
                  steps={steps}
                  chosen={chosen}
                  isLoading={answer.isAsking}
                  label={t('operator.steps.title')}
                />
              ) : (
                <EmptyState
                  size="panel"
                  icon={TrendingUp}
                  title={t('operator.steps.oneTitle')}
                  text={t('operator.steps.oneText')}
                />
              )}
            </Card>
          ),
        },
        {
          id: 'tables',
          minSize: '120px',
          content: (
            <Split
              storageKey="operator.shapes"
              direction="horizontal"
              handleLabel={t('operator.resizeChart')}
              areas={[
                { id: 'groups', defaultSize: '58%', content: <StepGroups steps={steps} /> },
                { id: 'shapes', content: <StepShapes steps={steps.steps} group={chosen ?? steps.groups[0]} /> },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

const idOf = (key: readonly string[]) => JSON.stringify(key);
const nameOf = (key: readonly string[]) => [...new Set(key.filter(Boolean))].slice(0, 3).join(' · ') || '—';

interface StepCurvesProps {
  readonly steps: OperatorSteps;
  readonly chosen: StepGroup | undefined;
  readonly isLoading: boolean;
  readonly label: string;
}

/** The chosen group alone, else the largest ones. */
function StepCurves({ steps, chosen, isLoading, label }: StepCurvesProps) {
  const { t } = useTranslation();
  const series = useMemo(() => {
    const x = Float64Array.from(steps.steps, (step, at) => (Number.isFinite(Number(step)) ? Number(step) : at));
    const shown = chosen ? [chosen] : steps.groups.slice(0, MAX_LINES);
    return shown.map(({ key, totalNs }, at) => ({ id: idOf(key), name: nameOf(key), x, y: totalNs, colour: at }));
  }, [steps, chosen]);
  return (
    <LineChart
      label={label}
      series={series}
      xUnit="id"
      xTitle={t('operator.column.step.title')}
      yUnit="duration"
      yTitle={t('operator.column.totalNs.title')}
      isLoading={isLoading}
    />
  );
}

interface StepRow {
  readonly group: StepGroup;
  readonly meanNs: number;
  readonly leastNs: number;
  readonly mostNs: number;
}

function StepGroups({ steps }: { readonly steps: OperatorSteps }) {
  const { t } = useTranslation();
  const store = operatorState(useSession());
  const rows = useMemo(() => steps.groups.map(stepRow), [steps]);
  const source = useMemo(() => arrayLoader(rows, stepColumns), [rows]);
  const renderCell = useMemo(
    () => ({
      isDynamic: (_row: TableRow, text: string) =>
        text === '1' ? (
          <Badge tone="warning" title={t('operator.steps.dynamicText')}>
            {t('operator.steps.dynamic')}
          </Badge>
        ) : (
          ''
        ),
    }),
    [t],
  );
  return (
    <DataTable
      label={t('operator.steps.groups')}
      source={source}
      storageKey="operator.steps"
      columnWords="operator.stepColumn"
      renderCell={renderCell}
      totals={totals}
      toolbar={
        <>
          <h3 className="card-title">{t('operator.steps.groups')}</h3>
          {steps.groupCount > rows.length && (
            <span className="operator-said">
              {t('operator.steps.largest', { n: rows.length, total: steps.groupCount })}
            </span>
          )}
        </>
      }
      onSelect={(row) => {
        const key = row && rows[row.id]?.group.key;
        if (key) store.setState({ group: { id: idOf(key), title: nameOf(key), filters: [] } });
      }}
    />
  );
}

/** The least and the most of several groups may be of different steps. */
const totals = { meanNs: 'sum', leastNs: 'none', mostNs: 'none', rise: 'none', shapeCount: 'none' } as const;

const stepColumns: readonly ArrayColumn<StepRow>[] = [
  { key: 'group', label: 'Group', valueOf: ({ group }) => nameOf(group.key) },
  { key: 'meanNs', label: 'Mean', unit: 'duration', valueOf: ({ meanNs }) => meanNs },
  { key: 'leastNs', label: 'Min', unit: 'duration', valueOf: ({ leastNs }) => leastNs },
  { key: 'mostNs', label: 'Max', unit: 'duration', valueOf: ({ mostNs }) => mostNs },
  {
    key: 'rise',
    label: 'Spread',
    unit: 'percent',
    valueOf: ({ meanNs, leastNs, mostNs }) => (100 * (mostNs - leastNs)) / meanNs,
  },
  { key: 'count', label: 'Count', unit: 'count', valueOf: ({ group }) => meanOf(group.count) },
  { key: 'shapeCount', label: 'Shapes', unit: 'count', valueOf: ({ group }) => Math.max(0, ...group.shapeCount) },
  { key: 'isDynamic', label: 'Dynamic', valueOf: ({ group }) => (group.isDynamic ? '1' : '') },
];

function stepRow(group: StepGroup): StepRow {
  const values = group.totalNs.filter((value) => !Number.isNaN(value));
  return { group, meanNs: meanOf(values), leastNs: Math.min(...values), mostNs: Math.max(...values) };
}

function meanOf(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

interface StepShapesProps {
  readonly steps: readonly string[];
  readonly group: StepGroup | undefined;
}

/** How often each shape occurs in each step. */
function StepShapes({ steps, group }: StepShapesProps) {
  const { t } = useTranslation();
  const source = useMemo(() => {
    const shapes = group?.shapes ?? [];
    const columns: readonly ArrayColumn<(typeof shapes)[number]>[] = [
      { key: 'inputShapes', label: 'Input Shapes', valueOf: ({ text }) => text },
      ...steps.map((step, at) => ({
        key: `step ${step}`,
        label: step,
        unit: 'count' as const,
        valueOf: ({ count }: (typeof shapes)[number]) => count[at] ?? 0,
      })),
    ];
    return arrayLoader(shapes, columns);
  }, [steps, group]);
  return (
    <DataTable
      label={t('operator.steps.shapes')}
      source={source}
      storageKey="operator.shapes"
      columnWords="operator.column"
      toolbar={
        <h3 className="card-title has-definition" title={t('operator.steps.shapesText')}>
          {group ? t('operator.steps.shapesOf', { title: nameOf(group.key) }) : t('operator.steps.shapes')}
        </h3>
      }
      emptyText={t('operator.steps.noShapes')}
    />
  );
}
