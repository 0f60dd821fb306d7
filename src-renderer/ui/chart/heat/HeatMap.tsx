import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBoth } from '../../../base/formatUnit';
import { zoomFactors, zoomKeyOf } from '../../../base/zoomKeys';
import { ChartBox } from '../ChartBox';
import { type ChartDrawing, pictureOf } from '../ChartCanvas';
import { type TooltipContent, tooltipSentence } from '../ChartTooltip';
import { heatMapData } from '../chartData';
import type { HeatMapProps } from '../chartProps';
import { ZoomReset } from '../ZoomReset';
import { HeatPlot } from './HeatPlot';
import { type HeatCell, type HeatView, viewShowing, wholeView, zoomedHeat } from './heatModel';

/**
 * A matrix of up to a thousand by a thousand values. Ctrl + wheel and dragging zoom, the wheel moves when zoomed, a double
 * click shows everything.
 */
export function HeatMap(props: HeatMapProps) {
  const { t } = useTranslation();
  const { rows, columns, values, unit, rowTitle, columnTitle, kinds, onCell } = props;
  const drawing = useRef<ChartDrawing>(undefined);
  const [cursor, setCursor] = useState<HeatCell | undefined>(undefined);
  const whole = useMemo(() => wholeView(rows.length, columns.length), [rows.length, columns.length]);
  const [zoomed, setZoomed] = useState<{ readonly view: HeatView; readonly of: HeatView } | undefined>(undefined);
  // Another matrix of another size begins whole.
  const view = zoomed?.of === whole ? zoomed.view : whole;
  const setView = (next: HeatView | undefined) => setZoomed(next && { view: next, of: whole });

  const data = useMemo(
    () => heatMapData({ rows, columns, values, unit, rowTitle, columnTitle, kinds, label: '' }, t('ui.chart.value')),
    [rows, columns, values, unit, rowTitle, columnTitle, kinds, t],
  );
  const textOf = (value: number) => (kinds ? (kinds[value] ?? '') : formatBoth(value, unit));
  const tellOf = ({ row, column }: HeatCell): TooltipContent => ({
    title: `${rowTitle} ${rows[row]} → ${columnTitle} ${columns[column]}`,
    lines: [
      {
        label: props.label,
        value: textOf(values[row * columns.length + column] ?? Number.NaN) || t('ui.chart.noValue'),
        isStrong: true,
      },
      ...(props.describe?.(row, column) ?? []).map((line) => ({ label: '', value: line })),
    ],
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyAction(event, cursor, whole);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    switch (action.kind) {
      case 'move':
        setCursor(action.cell);
        if (view !== whole) setView(viewShowing(view, whole, action.cell));
        break;
      case 'choose':
        onCell?.(action.cell.row, action.cell.column);
        break;
      case 'zoom': {
        const { row, column } = cursor ?? {
          row: (view.rows.start + view.rows.end) / 2,
          column: (view.columns.start + view.columns.end) / 2,
        };
        setView(zoomedHeat(view, whole, action.factor, row + 0.5, column + 0.5));
        break;
      }
      case 'whole':
        setView(undefined);
        break;
    }
  };
  return (
    <ChartBox
      {...props}
      data={data}
      legend={[]}
      isEmpty={values.length === 0}
      help={t('ui.chart.keysHelp')}
      said={cursor ? tooltipSentence(tellOf(cursor)) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
      canvasOf={() => pictureOf(drawing)}
      tools={view !== whole && <ZoomReset onClick={() => setView(undefined)} />}
    >
      {(size) => (
        <HeatPlot
          drawing={drawing}
          chart={props}
          size={size}
          view={view}
          whole={whole}
          onView={setView}
          cursor={cursor}
          onPointed={() => setCursor(undefined)}
          tellOf={tellOf}
        />
      )}
    </ChartBox>
  );
}

type HeatAction =
  | { readonly kind: 'move' | 'choose'; readonly cell: HeatCell }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'whole' };

function keyAction(event: KeyboardEvent, cursor: HeatCell | undefined, whole: HeatView): HeatAction | undefined {
  if (event.altKey || event.metaKey) return undefined;
  const [lastRow, lastColumn] = [whole.rows.end - 1, whole.columns.end - 1];
  const { row, column } = cursor ?? { row: 0, column: 0 };
  const moves: Readonly<Record<string, HeatCell>> = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    PageDown: { row: row + 16, column },
    PageUp: { row: row - 16, column },
    Home: { row: event.ctrlKey ? 0 : row, column: 0 },
    End: { row: event.ctrlKey ? lastRow : row, column: lastColumn },
  };
  const move = moves[event.key];
  if (move) {
    const target = cursor ? move : { row, column };
    return {
      kind: 'move',
      cell: {
        row: Math.max(0, Math.min(lastRow, target.row)),
        column: Math.max(0, Math.min(lastColumn, target.column)),
      },
    };
  }
  if (event.ctrlKey) return undefined;
  if (event.key === 'Enter' && cursor) return { kind: 'choose', cell: cursor };
  const zoom = zoomKeyOf(event);
  if (zoom === undefined || zoom === 'whole') return zoom && { kind: 'whole' };
  return { kind: 'zoom', factor: zoomFactors[zoom] };
}
