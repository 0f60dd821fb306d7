import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExecutionMemory, RankIndex } from '../../../../src-contract';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useTableSource } from '../../../session/answers/useTableSource';
import type { LineSeries } from '../../../ui/chart/chartProps';
import { LineChart } from '../../../ui/chart/lines/LineChart';
import { OptionPicker } from '../../../ui/controls/OptionPicker';
import { Reading } from '../../../ui/Reading';
import { DataTable } from '../../../ui/table/DataTable';
import { capacityLine } from '../capacityLine';
import { formatChange, formatMegabytes } from '../format';
import { CurveAndTable } from './CurveAndTable';

const largestFirst = [{ column: 'sizeBytes', isDescending: true }] as const;
const totals = { lifeStart: 'none', lifeEnd: 'none' } as const;

/** Memory along the order of execution, and the tensors alive at the chosen operator. */
export function ExecutionPage({ rank }: { readonly rank: RankIndex }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const [wanted, setWanted] = useState<number>();
  const answer = useAnswer('memory.execution', { rank });
  const graph = answer.value?.find((own) => own.graph === chosen) ?? answer.value?.[0];
  const peak = useMemo(() => (graph ? peakOf(graph.operators.heldBytes) : 0), [graph]);
  const at = Math.min(wanted ?? peak, (graph?.operators.id.length ?? 1) - 1);
  const source = useTableSource({ table: 'memory.executionTensors', of: { rank, graph: graph?.graph ?? '', at } });
  if (answer.error !== undefined) return <FailedAnswer answer={answer} />;
  if (!graph) return <Reading text={t(answer.isAsking ? 'memory.reading' : 'memory.execution.none')} />;
  return (
    <CurveAndTable
      storageKey="memory-execution"
      direction="vertical"
      defaultSize="55%"
      title={t('memory.execution.curve')}
      definition={t('memory.execution.definition')}
      tools={
        (answer.value?.length ?? 0) > 1 && (
          <OptionPicker
            label={t('memory.execution.choose')}
            value={graph.graph}
            options={(answer.value ?? []).map((own) => ({
              value: own.graph,
              label: t('memory.execution.graph', { graph: own.graph }),
            }))}
            onChange={(next) => {
              setChosen(next);
              setWanted(undefined);
            }}
          />
        )
      }
      curve={<ExecutionCurve graph={graph} at={at} onAt={setWanted} />}
      table={
        <DataTable
          label={t('memory.execution.tensors')}
          source={source}
          storageKey="memory-execution-tensors"
          columnWords="memory.executionColumn"
          defaultSort={largestFirst}
          totals={totals}
          toolbar={<span className="memory-graph-facts">{placeText(graph, at, t)}</span>}
        />
      }
    />
  );
}

interface ExecutionCurveProps {
  readonly graph: ExecutionMemory;
  readonly at: number;
  readonly onAt: (at: number) => void;
}

function ExecutionCurve({ graph, at, onAt }: ExecutionCurveProps) {
  const { t } = useTranslation();
  const series = useMemo((): readonly LineSeries[] => {
    const { heldBytes, sizeBytes, changeBytes } = graph.operators;
    const x = heldBytes.map((_, i) => i);
    const flat = (bytes: number) => new Float64Array(x.length).fill(bytes);
    const peakBytes = heldBytes[peakOf(heldBytes)] ?? 0;
    const capacity = capacityLine(x, peakBytes, graph.capacityBytes, t('memory.execution.capacity'));
    return [
      { id: 'held', name: t('memory.execution.held'), x, y: heldBytes, isStep: true, isArea: true, colour: 0 },
      { id: 'own', name: t('memory.execution.own'), x, y: sizeBytes, isStep: true, colour: 1 },
      { id: 'change', name: t('memory.execution.change'), x, y: changeBytes, isStep: true, colour: 2 },
      { id: 'static', name: t('memory.execution.static'), x, y: flat(graph.staticBytes), isDashed: true, colour: 3 },
      ...(capacity ? [capacity] : []),
    ];
  }, [graph, t]);
  const marks = useMemo(
    () => [
      ...(graph.forwardStart === undefined
        ? []
        : [{ at: graph.forwardStart, label: t('memory.execution.forwardStart') }]),
      ...(graph.backwardEnd === undefined ? [] : [{ at: graph.backwardEnd, label: t('memory.execution.backwardEnd') }]),
    ],
    [graph, t],
  );
  const hasCapacityLine = series.some(({ id }) => id === 'capacity');
  const describe = (x: number) => {
    const { operators, capacityBytes } = graph;
    const capacity =
      capacityBytes === undefined || hasCapacityLine
        ? []
        : [{ label: t('memory.execution.capacity'), value: formatMegabytes(capacityBytes) }];
    const number = { label: t('memory.execution.number'), value: `${operators.id[x]}` };
    return { title: operators.name[x] ?? '', lines: [number, ...capacity] };
  };
  return (
    <LineChart
      label={t('memory.execution.curve')}
      series={series}
      xUnit="id"
      xTitle={t('memory.execution.order')}
      yUnit="bytes"
      marks={marks}
      bands={[{ start: at, end: at + 1, tone: 'selection' }]}
      describe={describe}
      onPoint={(x) => onAt(Math.max(0, Math.min(graph.operators.id.length - 1, Math.round(x))))}
    />
  );
}

/** What is to be said of the operator at this place. */
function placeText({ operators, capacityBytes }: ExecutionMemory, at: number, t: TFunction): string {
  const change = operators.changeBytes[at] ?? Number.NaN;
  const text = t('memory.execution.at', {
    number: operators.id[at],
    name: operators.name[at],
    held: formatMegabytes(operators.heldBytes[at] ?? Number.NaN),
    own: formatMegabytes(operators.sizeBytes[at] ?? Number.NaN),
    change: formatChange(change),
  });
  if (capacityBytes === undefined) return text;
  return `${text} · ${t('memory.execution.capacityOf', { capacity: formatMegabytes(capacityBytes) })}`;
}

function peakOf(heldBytes: Float64Array): number {
  return heldBytes.reduce((best, value, at) => (value > (heldBytes[best] ?? 0) ? at : best), 0);
}
