import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnFilter, GraphCurve, RankMemory, StaticGraph } from '../../../../src-contract';
import { formatCount } from '../../../base/format';
import { formatExactUnit } from '../../../base/formatUnit';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useTableSource } from '../../../session/answers/useTableSource';
import type { PlaceText } from '../../../ui/chart/chartProps';
import { LineChart } from '../../../ui/chart/lines/LineChart';
import { pointAt } from '../../../ui/chart/lines/linePoints';
import { OptionPicker } from '../../../ui/controls/OptionPicker';
import { DataTable } from '../../../ui/table/DataTable';
import { formatChange, formatMegabytes } from '../format';
import { CurveAndTable } from './CurveAndTable';

interface GraphPageProps {
  readonly facts: RankMemory;
}

const keyOf = ({ graph, model, device }: StaticGraph) => JSON.stringify([graph, model, device]);
const largestFirst = [{ column: 'sizeBytes', isDescending: true }] as const;
const totals = { nodeStart: 'none', nodeEnd: 'none' } as const;
const columns = ['name', 'sizeBytes', 'nodeStart', 'nodeEnd', 'graph', 'model', 'staticDevice'] as const;

/** static_op_mem: memory of a graph over its logical time (the index of its nodes). */
export function GraphPage({ facts }: GraphPageProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const graph = facts.graphs.find((own) => keyOf(own) === chosen) ?? facts.graphs[0];
  const source = useTableSource({ table: 'memory.static', of: { ranks: [facts.rank] } });
  const question = useMemo(
    () => graph && { rank: facts.rank, graph: { graph: graph.graph, model: graph.model, device: graph.device } },
    [facts.rank, graph],
  );
  const { value: answer, isAsking } = useAnswer('memory.graph', question);
  const series = useMemo(
    () =>
      answer
        ? [{ id: 'graph', name: t('memory.graph.held'), x: answer.node, y: answer.bytes, isStep: true, isArea: true }]
        : [],
    [answer, t],
  );
  const filters = useMemo<readonly ColumnFilter[]>(
    () =>
      graph
        ? [
            { kind: 'oneOf', column: 'graph', values: [graph.graph] },
            { kind: 'oneOf', column: 'model', values: [graph.model] },
            { kind: 'oneOf', column: 'staticDevice', values: [graph.device] },
          ]
        : [],
    [graph],
  );
  if (!graph) return null;
  return (
    <CurveAndTable
      storageKey="memory-graph"
      direction="horizontal"
      defaultSize="45%"
      title={t('memory.graph.curve')}
      definition={t('memory.graph.definition')}
      tools={<GraphFacts graph={graph} />}
      curve={
        <LineChart
          label={t('memory.graph.curve')}
          series={series}
          xUnit="id"
          xTitle={t('memory.graph.node')}
          yUnit="bytes"
          describe={(node) => placeText(answer, node, facts.capacityBytes, t)}
          isLoading={isAsking}
        />
      }
      table={
        <DataTable
          label={t('memory.page.graph')}
          source={source}
          storageKey="memory-static"
          columnWords="memory.staticColumn"
          defaultSort={largestFirst}
          defaultColumns={columns}
          filters={filters}
          totals={totals}
          toolbar={
            <OptionPicker
              label={t('memory.graph.choose')}
              value={keyOf(graph)}
              options={facts.graphs.map((own) => ({
                value: keyOf(own),
                label: t('memory.graph.name', { graph: own.graph, model: own.model }),
                detail: own.device,
              }))}
              onChange={setChosen}
            />
          }
        />
      }
    />
  );
}

/** The node's number, what it changes, and the device's capacity where that is known. */
function placeText(
  curve: GraphCurve | undefined,
  node: number,
  capacityBytes: number | undefined,
  t: TFunction,
): PlaceText {
  const at = curve ? pointAt({ x: curve.node, isStep: true }, node) : -1;
  const held = (position: number) => curve?.bytes[position] ?? Number.NaN;
  const changeBytes = held(at) - held(at - 1);
  return {
    title: t('memory.graph.nodeNumber', { node: formatCount(curve?.node[at] ?? node) }),
    lines: [
      ...(Number.isNaN(changeBytes) ? [] : [{ label: t('memory.graph.change'), value: formatChange(changeBytes) }]),
      ...(capacityBytes === undefined
        ? []
        : [{ label: t('memory.execution.capacity'), value: formatMegabytes(capacityBytes) }]),
    ],
  };
}

function GraphFacts({ graph }: { readonly graph: StaticGraph }) {
  const { t } = useTranslation();
  return (
    <span className="memory-graph-facts">
      <span title={`${t('memory.graph.peakDefinition')}\n${formatExactUnit(graph.peakBytes, 'bytes')}`}>
        {t('memory.graph.peak', { size: formatMegabytes(graph.peakBytes), node: formatCount(graph.peakNode) })}
      </span>
      {graph.totalBytes !== undefined && (
        <span title={`${t('memory.graph.totalDefinition')}\n${formatExactUnit(graph.totalBytes, 'bytes')}`}>
          {t('memory.graph.total', { size: formatMegabytes(graph.totalBytes) })}
        </span>
      )}
    </span>
  );
}
