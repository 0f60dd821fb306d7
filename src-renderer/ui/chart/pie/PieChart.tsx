import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../../base/format';
import { formatBoth, formatExactUnit, formatUnit } from '../../../base/formatUnit';
import { ChartBox } from '../ChartBox';
import { ChartCanvas, type ChartDrawing, pictureOf } from '../ChartCanvas';
import { ChartTooltip, tooltipSentence } from '../ChartTooltip';
import { useChartColours } from '../chartColours';
import { pieData } from '../chartData';
import type { PieChartProps } from '../chartProps';
import type { PlotSize } from '../usePlotSize';
import { drawRing } from './pieDraw';
import { type DrawnSlice, drawnSlices, sliceAt } from './pieSlices';

const DEFAULT_SLICES = 8;

/** Shares of a whole: a ring, and beside it the list of its slices, each with value and share. */
export function PieChart(props: PieChartProps) {
  const { t } = useTranslation();
  const { slices, unit, maxSlices = DEFAULT_SLICES, onSlice } = props;
  const colours = useChartColours();
  const drawing = useRef<ChartDrawing>(undefined);
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  const drawn = useMemo(
    () => drawnSlices(slices, maxSlices, (count) => t('ui.chart.others', { n: formatCount(count) })),
    [slices, maxSlices, t],
  );
  const sorted = useMemo(() => slices.toSorted((a, b) => b.value - a.value), [slices]);
  const data = useMemo(
    () => pieData(sorted, unit, { name: t('ui.chart.name'), value: t('ui.chart.value'), share: t('ui.chart.share') }),
    [sorted, unit, t],
  );
  const colourOf = useCallback((at: number) => colours.fill(drawn[at]?.colour, at), [colours, drawn]);
  const tellOf = ({ name, value, share }: DrawnSlice) => ({
    title: name,
    lines: [{ label: '', value: `${formatBoth(value, unit)} · ${formatShare(share)}`, isStrong: true }],
  });
  const choose = (slice: DrawnSlice | undefined) => slice?.id !== undefined && onSlice?.(slice.id);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step !== undefined) setCursor(cursor === undefined ? 0 : (cursor + step + drawn.length) % drawn.length);
    else if (event.key === 'Enter' && cursor !== undefined) choose(drawn[cursor]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const current = cursor === undefined ? undefined : drawn[cursor];
  return (
    <ChartBox
      {...props}
      data={data}
      legend={drawn.map(({ name, share }, at) => ({
        id: String(at),
        name: `${name} ${formatShare(share)}`,
        colour: colourOf(at),
      }))}
      isEmpty={drawn.length === 0}
      help={t('ui.chart.keysHelp')}
      said={current ? tooltipSentence(tellOf(current)) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
      canvasOf={() => pictureOf(drawing)}
    >
      {(size) => (
        <PieArea
          size={size}
          chart={props}
          drawn={drawn}
          colourOf={colourOf}
          cursor={cursor}
          onCursor={setCursor}
          tellOf={tellOf}
          choose={choose}
          drawing={drawing}
        />
      )}
    </ChartBox>
  );
}

interface PieAreaProps {
  readonly size: PlotSize;
  readonly chart: PieChartProps;
  readonly drawn: readonly DrawnSlice[];
  readonly colourOf: (at: number) => string;
  readonly cursor: number | undefined;
  readonly onCursor: (at: number | undefined) => void;
  readonly tellOf: (slice: DrawnSlice) => Parameters<typeof tooltipSentence>[0];
  readonly choose: (slice: DrawnSlice | undefined) => void;
  readonly drawing: RefObject<ChartDrawing | undefined>;
}

function PieArea({ size, chart, drawn, colourOf, cursor, onCursor, tellOf, choose, drawing }: PieAreaProps) {
  const colours = useChartColours();
  const [pointer, setPointer] = useState<{ readonly clientX: number; readonly clientY: number } | undefined>();
  const isWide = size.width > 300;
  const ring = Math.round(Math.min(size.height - 8, isWide ? size.width * 0.4 : size.width - 8, 260));
  const total = drawn.reduce((sum, { value }) => sum + value, 0);
  const { selected } = chart;
  const draw = useCallback(
    (context: CanvasRenderingContext2D) =>
      drawRing(
        context,
        ring,
        drawn.map(({ share, id }, at) => ({
          share,
          colour: colourOf(at),
          isFaint: (selected !== undefined && id !== selected) || (cursor ?? at) !== at,
        })),
        colours.surface,
      ),
    [ring, drawn, colourOf, selected, cursor, colours],
  );
  const sliceOf = (event: MouseEvent): number | undefined => {
    const place = event.currentTarget.getBoundingClientRect();
    return sliceAt(drawn, ring, event.clientX - place.left, event.clientY - place.top);
  };
  const current = cursor === undefined ? undefined : drawn[cursor];
  return (
    <div className={`pie ${isWide ? 'is-wide' : ''} ${chart.onSlice ? 'is-clickable' : ''}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are the box's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="pie-ring"
        style={{ width: ring, height: ring }}
        onMouseMove={(event) => {
          onCursor(sliceOf(event));
          setPointer({ clientX: event.clientX, clientY: event.clientY });
        }}
        onMouseLeave={() => {
          onCursor(undefined);
          setPointer(undefined);
        }}
        onClick={(event) => choose(drawn[sliceOf(event) ?? -1])}
      >
        <ChartCanvas size={{ width: ring, height: ring }} pictureSize={size} draw={draw} drawing={drawing} />
        <span className="pie-total number" title={formatExactUnit(total, chart.unit)}>
          {formatUnit(total, chart.unit)}
        </span>
      </div>
      <ul className="pie-list">
        {drawn.map((slice, at) => (
          // The box has the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <li
            key={slice.id ?? '\u0000others'}
            className={`pie-line ${at === cursor ? 'has-cursor' : ''} ${slice.id !== undefined && slice.id === chart.selected ? 'is-selected' : ''}`}
            onMouseEnter={() => onCursor(at)}
            onMouseLeave={() => onCursor(undefined)}
            onClick={() => choose(slice)}
          >
            <span className="chart-mark" style={{ backgroundColor: colourOf(at) }} />
            <span className="pie-name" title={slice.name}>
              {slice.name}
            </span>
            <span className="number pie-value" title={formatExactUnit(slice.value, chart.unit)}>
              {formatUnit(slice.value, chart.unit)}
            </span>
            <span className="number pie-share">{formatShare(slice.share)}</span>
          </li>
        ))}
      </ul>
      {current && pointer && <ChartTooltip {...tellOf(current)} {...pointer} />}
    </div>
  );
}
