import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PipelineLanes } from '../../../src-contract';
import { formatShare } from '../../base/format';
import { formatUnit } from '../../base/formatUnit';
import { movedWithin, type TimeRange, zoomedWithin } from '../../base/timeRange';
import { zoomFactors, zoomKeyOf } from '../../base/zoomKeys';
import { ChartBox } from '../../ui/chart/ChartBox';
import { ChartKey } from '../../ui/chart/ChartKey';
import { type TooltipContent, tooltipSentence } from '../../ui/chart/ChartTooltip';
import { sliceColourOf, useChartColours } from '../../ui/chart/chartColours';
import type { ChartData } from '../../ui/chart/chartProps';
import { ZoomReset } from '../../ui/chart/ZoomReset';
import { LanePlot, type PlotSpot } from '../../ui/lanes/LanePlot';
import type { PlotLanes } from '../../ui/lanes/plotPainter';

type Lane = PipelineLanes['lanes'][number];

interface PipelineLanesPlotProps {
  readonly lanes: PipelineLanes;
  readonly labelOf: (lane: Lane) => string;
  /** A stretch drawn with the mouse, or Enter at the cursor (then one column and its neighbours). */
  readonly onRange: (startNs: number, endNs: number) => void;
}

/** Columns on each side of the one that Enter opens. */
const AROUND = 12;
const shape = { labelWidth: 150, leastRowHeight: 14, mostRowHeight: 64 };

const parts = [
  { id: 'computing', colour: 'compute' },
  { id: 'communication', colour: 'communication' },
  { id: 'bubble', colour: 'wait' },
] as const;

/** The stages below each other on one clock: how much of each column each of them computes, communicates, waits. */
export function PipelineLanesPlot({ lanes, labelOf, onRange }: PipelineLanesPlotProps) {
  const { t } = useTranslation();
  const colours = useChartColours();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cursor, setCursor] = useState<PlotSpot | undefined>(undefined);
  const [zoomed, setZoomed] = useState<TimeRange | undefined>(undefined);
  const columnCount = lanes.lanes[0]?.computing.length ?? 0;
  const timeOf = (column: number) => lanes.startNs + column * lanes.bucketNs;
  const columnAt = (ns: number) =>
    Math.max(0, Math.min(columnCount - 1, Math.floor((ns - lanes.startNs) / lanes.bucketNs)));
  const extent = { startNs: timeOf(0), endNs: timeOf(Math.max(1, columnCount)) };
  const view = zoomed ? movedWithin(zoomed, extent, 0) : extent;
  const plot = useMemo(() => plotOf(lanes, labelOf), [lanes, labelOf]);
  const tellOf = ({ lane, ns }: PlotSpot): TooltipContent | undefined => {
    const own = lanes.lanes[lane];
    if (!own) return undefined;
    const column = columnAt(ns);
    return {
      title: labelOf(own),
      lines: [
        { label: t('summary.pipeline.at'), value: formatUnit(timeOf(column), 'time') },
        ...parts.map(({ id, colour }) => ({
          label: t(`summary.pipelinePart.${id}`),
          value: formatShare(own[id][column] ?? 0),
          colour: colours.fill(colour, 0),
        })),
      ],
    };
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = cursor ?? { lane: 0, row: 0, ns: view.startNs, slice: undefined };
    const column = columnAt(at.ns);
    const step = event.shiftKey ? 20 : 1;
    const to = (lane: number, next: number): PlotSpot => ({
      ...at,
      lane: Math.max(0, Math.min(lanes.lanes.length - 1, lane)),
      ns: timeOf(Math.max(0, Math.min(columnCount - 1, next)) + 0.5),
    });
    const moved: Readonly<Record<string, PlotSpot>> = {
      ArrowLeft: to(at.lane, column - step),
      ArrowRight: to(at.lane, column + step),
      ArrowUp: to(at.lane - 1, column),
      ArrowDown: to(at.lane + 1, column),
    };
    const next = moved[event.key];
    const zoom = zoomKeyOf(event);
    if (next) setCursor(next);
    else if (event.key === 'Enter' && cursor) {
      onRange(timeOf(Math.max(0, column - AROUND)), timeOf(Math.min(columnCount, column + AROUND)));
    } else if (zoom !== undefined) {
      setZoomed(zoom === 'whole' ? undefined : zoomedWithin(view, extent, zoomFactors[zoom], at.ns));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const titleOf = useCallback((id: (typeof parts)[number]['id']) => t(`summary.pipelinePart.${id}`), [t]);
  const data = useMemo(
    () => tableOf(lanes, labelOf, [t('summary.stage'), t('summary.pipeline.at')], titleOf),
    [lanes, labelOf, t, titleOf],
  );
  const legend = useMemo(
    () => parts.map(({ id, colour }) => ({ id, name: titleOf(id), colour: colours.fill(colour, 0) })),
    [colours, titleOf],
  );
  const told = cursor && tellOf(cursor);
  return (
    <div className="pipeline-chart">
      <ChartKey label={t('ui.chart.key')} entries={legend}>
        <li className="summary-muted">{t('summary.pipeline.help')}</li>
      </ChartKey>
      <ChartBox
        label={t('summary.pipeline.time')}
        data={data}
        legend={legend}
        isEmpty={columnCount === 0}
        help={t('summary.pipeline.help')}
        said={told ? tooltipSentence(told) : ''}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(undefined)}
        canvasOf={() => canvas.current ?? undefined}
        tools={zoomed && <ZoomReset onClick={() => setZoomed(undefined)} />}
      >
        {(size) => (
          <LanePlot
            canvas={canvas}
            size={size}
            plot={plot}
            shape={shape}
            extent={extent}
            view={view}
            onView={setZoomed}
            cursor={cursor}
            onPointed={() => setCursor(undefined)}
            tellOf={tellOf}
            drag="range"
            onRange={({ startNs, endNs }) => onRange(startNs, endNs)}
          />
        )}
      </ChartBox>
    </div>
  );
}

/** No slices: each stage is a row of columns. */
function plotOf(lanes: PipelineLanes, labelOf: (lane: Lane) => string): PlotLanes {
  const { startNs, bucketNs: columnNs } = lanes;
  const none = new Float64Array(0);
  return {
    lanes: lanes.lanes.map((lane) => ({
      label: labelOf(lane),
      rows: [
        {
          kind: 'shares',
          columns: {
            startNs,
            columnNs,
            parts: parts.map(({ id, colour }) => ({ values: lane[id], colour: sliceColourOf(colour) })),
          },
        },
      ],
    })),
    columns: { startNs: none, endNs: none, sliceCount: none, busy: none, colour: none },
    nameOf: () => '',
  };
}

function tableOf(
  { lanes, startNs, bucketNs }: PipelineLanes,
  labelOf: (lane: Lane) => string,
  [stageTitle, timeTitle]: readonly [string, string],
  titleOf: (id: (typeof parts)[number]['id']) => string,
): ChartData {
  const columnCount = lanes[0]?.computing.length ?? 0;
  const labels = lanes.map(labelOf);
  return {
    columns: [
      { title: stageTitle, unit: 'none' },
      { title: timeTitle, unit: 'time' },
      ...parts.map(({ id }) => ({ title: titleOf(id), unit: 'ratio' as const })),
    ],
    rowCount: lanes.length * columnCount,
    cell: (row, column) => {
      const [lane, at] = [Math.floor(row / columnCount), row % columnCount];
      if (column === 0) return labels[lane]!;
      if (column === 1) return startNs + at * bucketNs;
      return lanes[lane]![parts[column - 2]!.id][at]!;
    },
  };
}
