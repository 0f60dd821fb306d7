import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CollectiveLanes, CommunicationGroup } from '../../../../src-contract';
import { formatExactDuration, formatExactTime } from '../../../base/format';
import { hexToPacked } from '../../../base/theme/colour';
import { useTheme } from '../../../base/theme/useTheme';
import type { TimeRange } from '../../../session/session';
import { ChartBox } from '../../../ui/chart/ChartBox';
import { ChartTooltip, type TooltipContent, tooltipSentence } from '../../../ui/chart/ChartTooltip';
import { useChartColours } from '../../../ui/chart/chartColours';
import type { ChartData } from '../../../ui/chart/chartProps';
import { textOn } from '../../../ui/chart/heatColours';
import { sizedContext } from '../../../ui/chart/sizedContext';
import type { PlotSize } from '../../../ui/chart/usePlotSize';
import { useWheel } from '../../../ui/chart/useWheel';
import { ZoomReset } from '../../../ui/chart/ZoomReset';
import { drawBoard } from './laneDraw';
import {
  barAt,
  barBeside,
  boardLayout,
  clampedView,
  firstBars,
  laneExtent,
  nsAt,
  xOf,
  yOf,
  zoomedView,
} from './laneModel';

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

const NAME_WIDTH = 74;
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

/**
 * The collectives of all ranks below each other. Ctrl + wheel zooms about the pointer, dragging and Shift + wheel move,
 * the wheel goes through the ranks where they don't fit.
 */
export function LaneBoard(props: LaneBoardProps) {
  const { t } = useTranslation();
  const { label, groups, isLoading, onView, onBar } = props;
  const lanes = props.lanes ?? noLanes;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const first = useMemo(() => firstBars(lanes), [lanes]);
  const extent = useMemo(() => laneExtent(lanes), [lanes]);
  const view = props.view ? clampedView(props.view, extent) : extent;
  const tellOf = (bar: number): TooltipContent => {
    const op = lanes.ops[lanes.op[bar]!]!;
    const group = groups.find(({ key }) => key === op.group)?.name ?? op.group;
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
    const centre = cursor === undefined ? (view.startNs + view.endNs) / 2 : lanes.startNs[cursor]!;
    if (direction) setCursor(barBeside(lanes, first, cursor, direction));
    else if (event.key === 'Enter' && cursor !== undefined) onBar(cursor);
    else if (event.key === '+' || event.key === '=') onView(zoomedView(view, extent, 0.5, centre));
    else if (event.key === '-') onView(zoomedView(view, extent, 2, centre));
    else if (event.key === '0' && !event.ctrlKey) onView(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const data = useMemo(() => boardData(lanes, t), [lanes, t]);
  return (
    <ChartBox
      label={label}
      data={data}
      legend={[]}
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
        <Board
          {...props}
          canvas={canvas}
          lanes={lanes}
          first={first}
          extent={extent}
          view={view}
          size={size}
          cursor={cursor}
          onPointed={() => setCursor(undefined)}
          tellOf={tellOf}
        />
      )}
    </ChartBox>
  );
}

interface BoardProps extends Omit<LaneBoardProps, 'lanes' | 'view'> {
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
  readonly lanes: CollectiveLanes;
  readonly first: Uint32Array;
  readonly extent: TimeRange;
  readonly view: TimeRange;
  readonly size: PlotSize;
  readonly cursor: number | undefined;
  readonly onPointed: () => void;
  readonly tellOf: (bar: number) => TooltipContent;
}

interface Pointed {
  readonly bar: number;
  readonly clientX: number;
  readonly clientY: number;
}

const DRAG_PIXELS = 4;

function Board(props: BoardProps) {
  const { canvas, lanes, first, extent, view, size, cursor, onView, marked, groups } = props;
  const theme = useTheme();
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState(0);
  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);
  const [drag, setDrag] = useState<
    { readonly x: number; readonly view: TimeRange; readonly isFar: boolean } | undefined
  >();
  const layout = boardLayout(size, lanes.ranks.length, NAME_WIDTH, scroll);
  const { fills, texts } = useMemo(() => {
    const places = new Map(groups.map(({ key }, at) => [key, at]));
    // The first is the colour that collectives have in the timeline.
    const ofGroups = Array.from({ length: groups.length + 1 }, (_, at) => colours.fill(at + 1, 0));
    const onGroups = ofGroups.map((fill) => textOn(hexToPacked(fill)));
    const groupOf = lanes.ops.map(({ group }) => places.get(group) ?? groups.length);
    return { fills: groupOf.map((at) => ofGroups[at]!), texts: groupOf.map((at) => onGroups[at]!) };
  }, [lanes, groups, colours]);
  const hovered = cursor ?? pointed?.bar;
  const markedOp = hovered === undefined ? lanes.ops.findIndex(({ name }) => name === marked) : lanes.op[hovered]!;
  const pixelRatio = window.devicePixelRatio || 1;
  useLayoutEffect(() => {
    const context = sizedContext(canvas.current, size, pixelRatio);
    if (!context) return;
    const op = markedOp < 0 ? undefined : markedOp;
    const { fontFamily } = theme;
    drawBoard(
      context,
      { lanes, first, layout, view, colours, fontFamily, fills, texts, marked: op, selectedBar: hovered },
      pixelRatio,
    );
  });

  useWheel(box, (event) => {
    const place = box.current?.getBoundingClientRect();
    if (!place) return false;
    if (event.ctrlKey || event.metaKey) {
      const atNs = nsAt(layout, view, event.clientX - place.left);
      onView(zoomedView(view, extent, Math.exp(event.deltaY * 0.003), atNs));
      return true;
    }
    const across = event.shiftKey ? event.deltaY : event.deltaX;
    if (across !== 0) moveBy(across);
    if (!event.shiftKey && layout.maxScroll > 0)
      setScroll(Math.min(layout.maxScroll, Math.max(0, layout.scroll + event.deltaY)));
    return across !== 0 || layout.maxScroll > 0;
  });
  const moveBy = (pixels: number, from = view) => {
    const ns = (pixels / layout.width) * (from.endNs - from.startNs);
    const isWhole = from.startNs <= extent.startNs && from.endNs >= extent.endNs;
    if (!isWhole) onView(clampedView({ startNs: from.startNs + ns, endNs: from.endNs + ns }, extent));
  };
  const pointedAt = (event: PointerEvent): Pointed | undefined => {
    const place = event.currentTarget.getBoundingClientRect();
    const bar = barAt(lanes, first, layout, view, event.clientX - place.left, event.clientY - place.top);
    return bar === undefined ? undefined : { bar, clientX: event.clientX, clientY: event.clientY };
  };
  const place = box.current?.getBoundingClientRect();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are the box's
    <div
      ref={box}
      className={`chart-pointer ${pointed ? 'is-clickable' : ''}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ x: event.clientX, view, isFar: false });
      }}
      onPointerMove={(event) => {
        if (drag) {
          const isFar = drag.isFar || Math.abs(event.clientX - drag.x) > DRAG_PIXELS;
          if (isFar) moveBy(drag.x - event.clientX, drag.view);
          if (isFar !== drag.isFar) setDrag({ ...drag, isFar });
        }
        setPointed(drag?.isFar ? undefined : pointedAt(event));
        if (cursor !== undefined) props.onPointed();
      }}
      onPointerUp={(event) => {
        const at = pointedAt(event);
        if (drag && !drag.isFar && at) props.onBar(at.bar);
        setDrag(undefined);
      }}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => setPointed(undefined)}
      onDoubleClick={() => onView(undefined)}
    >
      <canvas ref={canvas} className="heat-canvas" aria-hidden />
      {hovered !== undefined && place && (
        <ChartTooltip
          {...props.tellOf(hovered)}
          clientX={
            cursor === undefined ? (pointed?.clientX ?? 0) : place.left + xOf(layout, view, lanes.startNs[hovered]!)
          }
          clientY={cursor === undefined ? (pointed?.clientY ?? 0) : place.top + yOf(layout, lanes.rank[hovered]!)}
        />
      )}
    </div>
  );
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
