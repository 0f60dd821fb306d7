import { ChartScatter } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KernelRoofline } from '../../../src-contract';
import { mostKernelKinds } from '../../../src-contract/findings/limits';
import { formatCount, formatDuration, formatShare } from '../../base/format';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useSession } from '../../session/answers/useSession';
import { useFindings } from '../../session/findings/useFindings';
import { RooflineChart } from '../../ui/chart/roofline/RooflineChart';
import { EmptyState } from '../../ui/EmptyState';
import { Card } from '../../ui/layout/Card';
import { Reading } from '../../ui/Reading';
import type { OperatorContext } from './operatorContext';
import { kernelsWith, operatorState } from './operatorState';
import { type RooflinePoints, rooflinePoints, roofsOf } from './rooflinePoints';

/** The kinds of kernels that take most time, of all ranks, under the device's roofline; a click lists a kind's kernels. */
export function RooflineArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const { report, error, isAsking, findings } = useFindings();
  const kinds = useMemo(() => report && rooflinePoints(report.kernels), [report]);
  if (error !== undefined) return <FailedAnswer answer={{ error, retry: findings.retry }} />;
  if (!report || !kinds) return <Reading text={t('operator.loading')} />;
  if (kinds.placed.length === 0) {
    return (
      <EmptyState
        icon={ChartScatter}
        title={t('operator.roofline.none.title')}
        text={t('operator.roofline.none.text')}
      />
    );
  }
  return <RooflineCard context={context} kernels={report.kernels} kinds={kinds} isLoading={isAsking} />;
}

interface RooflineCardProps {
  readonly context: OperatorContext;
  readonly kernels: KernelRoofline;
  readonly kinds: RooflinePoints;
  readonly isLoading: boolean;
}

function RooflineCard({ context, kernels, kinds, isLoading }: RooflineCardProps) {
  const { t } = useTranslation();
  const store = operatorState(useSession());
  const chosen = context.chip;
  const chip = useMemo(() => (chosen ? { ...chosen.chip, peaks: chosen.peaks } : kernels.chip), [chosen, kernels.chip]);
  const { placed, types, leftOut } = kinds;
  const { peaks, memoryBytesPerSecond } = useMemo(() => roofsOf(chip, types), [chip, types]);
  const series = useMemo(
    () =>
      types.map((type, at) => {
        const peakFlopPerSecond = peaks[at];
        return {
          id: type,
          name: t(`operator.computeType.${type}`),
          ...(peakFlopPerSecond !== undefined && { peakFlopPerSecond }),
        };
      }),
    [types, peaks, t],
  );
  const points = useMemo(
    () =>
      placed.map(({ at, row, computeType }) => ({
        id: String(at),
        name: row.type,
        series: computeType,
        flopPerByte: row.flopPerByte,
        flopPerSecond: row.flopPerSecond,
        share: row.share,
        lines: [
          { label: t('operator.column.inputShapes.title'), value: row.shapes },
          { label: t('operator.column.core.title'), value: row.core },
          { label: t('operator.roofline.dataType'), value: t(`operator.computeType.${computeType}`) },
          { label: t('operator.column.count.title'), value: formatCount(row.count) },
          { label: t('operator.column.totalNs.title'), value: formatDuration(row.totalNs) },
          { label: t('operator.column.averageNs.title'), value: formatDuration(row.meanNs) },
        ].filter(({ value }) => value !== ''),
      })),
    [placed, t],
  );
  const open = (id: string) => {
    const row = kernels.rows[Number(id)];
    if (row) store.setState({ mode: 'kernels', only: kernelsWith({ type: row.type, inputShapes: row.shapes }) });
  };
  const missing = [
    chip === undefined && t('operator.roofline.noDevice'),
    chip !== undefined && memoryBytesPerSecond === undefined && t('operator.roofline.noMemory', { name: chip.name }),
    chip !== undefined &&
      peaks.includes(undefined) &&
      t('operator.roofline.noPeak', {
        name: chip.name,
        types: series
          .filter((own) => own.peakFlopPerSecond === undefined)
          .map(({ name }) => name)
          .join(', '),
      }),
    leftOut.count > 0 &&
      t('operator.roofline.leftOut', {
        n: formatCount(leftOut.count),
        all: formatCount(kernels.rows.length),
        share: formatShare(leftOut.share),
      }),
  ].filter((text) => text !== false);
  const title = t('operator.roofline.title');
  return (
    <div className="operator-chart operator-roofline">
      <Card
        size="fill"
        title={chip ? `${title} · ${chip.name}` : title}
        definition={t('operator.roofline.definition', { most: mostKernelKinds })}
      >
        <RooflineChart
          label={title}
          series={series}
          points={points}
          memoryBytesPerSecond={memoryBytesPerSecond}
          xTitle={t('operator.roofline.intensity')}
          yTitle={t('operator.roofline.speed')}
          memoryName={t('operator.roofline.memory')}
          roofName={t('operator.roofline.roof')}
          isLoading={isLoading}
          onPoint={open}
        />
        {missing.map((text) => (
          <p key={text} className="operator-roofline-note">
            {text}
          </p>
        ))}
      </Card>
    </div>
  );
}
