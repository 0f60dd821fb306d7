import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CollectiveLanes, CommunicationGroup } from '../../../../src-contract';
import { formatExactDuration, formatExactTime } from '../../../base/format';
import { movedWithin, type TimeRange, zoomedWithin } from '../../../base/timeRange';
import { zoomFactors, zoomKeyOf } from '../../../base/zoomKeys';
import { ChartBox } from '../../../ui/chart/ChartBox';
import { ChartKey } from '../../../ui/chart/ChartKey';
import { type TooltipContent, tooltipSentence } from '../../../ui/chart/ChartTooltip';
import { sliceColourOf, useChartColours } from '../../../ui/chart/chartColours';
import type { ChartData } from '../../../ui/chart/chartProps';
import { ZoomReset } from '../../../ui/chart/ZoomReset';
import { LanePlot, type PlotSpot } from '../../../ui/lanes/LanePlot';
import type { PlotLanes } from '../../../ui/lanes/plotPainter';
import { groupTitle } from '../ScopeBar';
import { drawMarks } from './laneMarks';
import { type BarPlaces, barBeside, firstBars, laneExtent, placeBars } from './laneModel';

interface LaneBoardProps {
  readonly label: string;
  readonly lanes: CollectiveLanes | undefined;
  readonly groups: readonly CommunicationGroup[];
  readonly isLoading: boolean;
  /** Undefined: everything. */
  readonly view: TimeRange | undefined;
  readonly onView: (view: TimeRange | undefined) => void;
  /** Name of the collective that stands out. */
  readonly marked: string | undefined;
  /** A click or Enter: position of the bar. */
  readonly onBar: (bar: number) => void;
}

/** Of more groups colours come again: the tooltip tells which it is. */
const MOST_NAMED_GROUPS = 14;
const shape = { labelWidth: 74, leastRowHeight: 7, mostRowHeight: 24 };
const noLanes: CollectiveLanes = {
  ranks: [],
  rank: new Uint32Array(0),
  op: new Uint32Array(0),
  ops: [],
  startNs: new Float64Array(0),
  elapseNs: new Float64Array(0),
  lateNs: new Float64Array(0),
  isLast: new Uint8Array(0),
  isAligned: true,
  lateFromNs: 0,
};

/** The collectives of all ranks below each other. */
export function LaneBoard(props: LaneBoardProps) {
  const { t } = useTranslation();
  const { label, groups, isLoading, onView, onBar } = props;
  const lanes = props.lanes ?? noLanes;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const first = useMemo(() => firstBars(lanes), [lanes]);
  const places = useMemo(() => placeBars(lanes, first), [lanes, first]);
  const extent = useMemo(() => laneExtent(lanes), [lanes]);
  const view = props.view ? movedWithin(props.view, extent, 0) : extent;
  const markedOp = lanes.ops.findIndex(({ name }) => name === props.marked);
  const shown = cursor ?? pointed;
  const marked = shown !== undefined ? lanes.op[shown] : markedOp < 0 ? undefined : markedOp;
  const plot = useMemo(() => plotOf(lanes, groups, places, marked), [lanes, groups, places, marked]);
  const tellOf = (bar: number): TooltipContent => {
    const op = lanes.ops[lanes.op[bar]!]!;
    const known = groups.find(({ key }) => key === op.group);
    const group = known ? groupTitle(known, t('communication.ranksUnknown')) : op.group;
    const late = lanes.lateNs[bar]!;
    return {
      title: op.name,
      lines: [
        { label: t('communication.lanes.rank'), value: String(lanes.ranks[lanes.rank[bar]!]!.rank), isStrong: true },
        { label: t('communication.lanes.group'), value: group },
        { label: t('communication.lanes.start'), value: formatExactTime(lanes.startNs[bar]!) },
        { label: t('communication.lanes.elapsed'), value: formatExactDuration(lanes.elapseNs[bar]!) },
        ...(Number.isNaN(late) ? [] : [{ label: t('communication.lanes.late'), value: formatExactDuration(late) }]),
        ...(lanes.isLast[bar] === 1 ? [{ label: '', value: t('communication.lanes.last'), isStrong: true }] : []),
      ],
    };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const directions: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
      ArrowLeft: 'left',
      ArrowRight: 'right',
      ArrowUp: 'up',
      ArrowDown: 'down',
    };
    const direction = directions[event.key];
    const zoom = zoomKeyOf(event);
    const centre = cursor === undefined ? (view.startNs + view.endNs) / 2 : lanes.startNs[cursor]!;
    if (direction) setCursor(barBeside(lanes, first, cursor, direction));
    else if (event.key === 'Enter' && cursor !== undefined) onBar(cursor);
    else if (zoom !== undefined)
      onView(zoom === 'whole' ? undefined : zoomedWithin(view, extent, zoomFactors[zoom], centre));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const data = useMemo(() => boardData(lanes, t), [lanes, t]);
  const colours = useChartColours();
  const legend = useMemo(() => {
    const there = new Set(lanes.ops.map(({ group }) => group));
    const shownGroups = groups.filter(({ key }) => there.has(key));
    const ofGroup = seriesOf(groups);
    const entries = new Map(
      shownGroups.map(({ key, name }) => [name, { id: key, name, colour: colours.fill(ofGroup(key), 0) }]),
    );
    if (entries.size > MOST_NAMED_GROUPS) return [];
    const last = { id: 'last', name: t('communication.lanes.last'), colour: colours.text };
    return [...entries.values(), ...(lanes.isLast.includes(1) ? [last] : [])];
  }, [lanes, groups, colours, t]);
  return (
    <>
      {legend.length > 0 && (
        <div className="communication-key">
          <ChartKey label={t('communication.lanes.key')} entries={legend} />
        </div>
      )}
      <ChartBox
        label={label}
        data={data}
        legend={legend}
        isEmpty={lanes.rank.length === 0}
        isLoading={isLoading}
        emptyText={t('communication.lanes.empty')}
        help={t('communication.lanes.help')}
        said={cursor === undefined ? '' : tooltipSentence(tellOf(cursor))}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(undefined)}
        canvasOf={() => canvas.current ?? undefined}
        tools={props.view && <ZoomReset label={t('communication.lanes.zoomReset')} onClick={() => onView(undefined)} />}
      >
        {(size) => (
          <LanePlot
            canvas={canvas}
            size={size}
            plot={plot}
            shape={shape}
            extent={extent}
            view={view}
            onView={onView}
            cursor={cursor === undefined ? undefined : spotOf(lanes, places, cursor)}
            onPointed={(spot) => {
              setCursor(undefined);
              setPointed(spot?.slice === undefined ? undefined : places.barOf[spot.slice]);
            }}
            tellOf={({ slice }) => (slice === undefined ? undefined : tellOf(places.barOf[slice]!))}
            onClick={({ slice }) => slice !== undefined && onBar(places.barOf[slice]!)}
            drag="pan"
            decorate={(frame, layout) => drawMarks(frame, layout, lanes, places, marked)}
          />
        )}
      </ChartBox>
    </>
  );
}

/**
 * Groups of one name, which have one purpose, have one colour: a rank is in one of them, and a job in more than there are colours.
 * The first is that of collectives in the timeline.
 */
function seriesOf(groups: readonly CommunicationGroup[]): (group: string) => number {
  const names = [...new Set(groups.map(({ name }) => name))];
  const places = new Map(names.map((name, at) => [name, at]));
  const positions = new Map(groups.map(({ key, name }) => [key, places.get(name)]));
  return (group) => (positions.get(group) ?? names.length) + 1;
}

/** The slices in the colours of their groups; where one collective stands out, the others step back. */
function plotOf(
  lanes: CollectiveLanes,
  groups: readonly CommunicationGroup[],
  places: BarPlaces,
  marked: number | undefined,
): PlotLanes {
  const count = lanes.rank.length;
  const ofGroup = seriesOf(groups);
  const colourOf = lanes.ops.map(({ group }) => sliceColourOf(ofGroup(group)));
  const [colour, busy] = [new Uint8Array(count), new Uint8Array(count)];
  for (let slice = 0; slice < count; slice++) {
    const op = lanes.op[places.barOf[slice]!]!;
    colour[slice] = colourOf[op]!;
    busy[slice] = marked === undefined || op === marked ? 255 : 0;
  }
  const { startNs, endNs } = places;
  return {
    lanes: places.lanes,
    columns: { startNs, endNs, sliceCount: new Uint8Array(count).fill(1), busy, colour },
    nameOf: (slice) => lanes.ops[lanes.op[places.barOf[slice]!]!]!.name,
  };
}

function spotOf(lanes: CollectiveLanes, places: BarPlaces, bar: number): PlotSpot {
  const [lane, row, slice] = [lanes.rank[bar]!, places.rowOf[bar]!, places.sliceOf[bar]!];
  return { lane, row, ns: lanes.startNs[bar]!, slice };
}

function boardData(lanes: CollectiveLanes, t: (key: string) => string): ChartData {
  return {
    columns: [
      { title: t('communication.lanes.rank'), unit: 'rank' },
      { title: t('communication.scope.op'), unit: 'none' },
      { title: t('communication.lanes.start'), unit: 'time' },
      { title: t('communication.lanes.elapsed'), unit: 'duration' },
      { title: t('communication.lanes.late'), unit: 'duration' },
    ],
    rowCount: lanes.rank.length,
    cell: (row, column) => {
      switch (column) {
        case 0:
          return lanes.ranks[lanes.rank[row]!]!.rank;
        case 1:
          return lanes.ops[lanes.op[row]!]!.name;
        case 2:
          return lanes.startNs[row]!;
        case 3:
          return lanes.elapseNs[row]!;
        default:
          return lanes.lateNs[row]!;
      }
    },
  };
}
