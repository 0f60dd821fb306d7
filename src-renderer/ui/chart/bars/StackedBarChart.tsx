import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../Button';
import { OptionPicker } from '../../controls/OptionPicker';
import { ChartBox } from '../ChartBox';
import { type ChartDrawing, pictureOf } from '../ChartCanvas';
import { tooltipSentence } from '../ChartTooltip';
import { useChartColours } from '../chartColours';
import { barData } from '../chartData';
import type { BarLine, BarOrder, StackedBarChartProps } from '../chartProps';
import { BarPlot } from './BarPlot';
import { barTotals, orderedBars } from './barModel';
import { barTooltip } from './barTooltip';
import { useBarKeys } from './useBarKeys';

const given: BarOrder = { by: 'given', isDescending: false };
const noLines: readonly BarLine[] = [];

/** Bars of parts, in any order; a thousand of them scroll. Lines over them have an axis of their own. */
export function StackedBarChart(props: StackedBarChartProps) {
  const { t } = useTranslation();
  const { bars, parts, lines = noLines, barTitle, onBar } = props;
  const colours = useChartColours();
  const drawing = useRef<ChartDrawing>(undefined);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [userOrder, setOrder] = useState<BarOrder | undefined>(undefined);
  const order = userOrder ?? props.defaultOrder ?? given;

  const shownParts = useMemo(
    () =>
      parts.flatMap((part, at) => (hidden.has(part.id) ? [] : { ...part, drawnColour: colours.fill(part.colour, at) })),
    [parts, hidden, colours],
  );
  const shownLines = useMemo(
    () => lines.flatMap((line, at) => (hidden.has(line.id) ? [] : { ...line, drawnColour: colours.over(at) })),
    [lines, hidden, colours],
  );
  const totals = useMemo(() => barTotals(bars.length, shownParts), [bars.length, shownParts]);
  const ordered = useMemo(
    () => orderedBars(bars.length, order, parts, lines, totals),
    [bars.length, order, parts, lines, totals],
  );
  const legend = useMemo(
    () => [
      ...parts.map(({ id, name, colour }, at) => ({ id, name, colour: colours.fill(colour, at) })),
      ...lines.map(({ id, name }, at) => ({
        id,
        name,
        colour: colours.over(at),
        isLine: true,
      })),
    ],
    [parts, lines, colours],
  );
  const data = useMemo(() => barData({ ...props, lines }, ordered), [props, lines, ordered]);
  const tellOf = (bar: number, partId: string | undefined) =>
    barTooltip({
      chart: props,
      parts: shownParts,
      lines: shownLines,
      totals,
      bar,
      partId,
      totalName: t('ui.chart.total'),
    });
  const keys = useBarKeys({ ordered, parts: shownParts, isLying: props.direction !== 'vertical', onBar });

  const orders = [
    { by: 'given', name: barTitle },
    { by: 'total', name: t('ui.chart.total') },
    ...parts.map(({ id, name }) => ({ by: id, name })),
    ...lines.map(({ id, name }) => ({ by: id, name })),
  ];
  return (
    <ChartBox
      {...props}
      data={data}
      legend={legend}
      hidden={hidden}
      onHidden={setHidden}
      isEmpty={bars.length === 0}
      help={t('ui.chart.keysHelp')}
      said={keys.cursor ? tooltipSentence(tellOf(keys.cursor.bar, keys.cursor.partId)) : ''}
      onKeyDown={keys.onKeyDown}
      onBlur={keys.clear}
      canvasOf={() => pictureOf(drawing)}
      tools={
        props.hasOrder !== false && (
          <span className="chart-order">
            <OptionPicker
              label={t('ui.chart.order')}
              value={order.by}
              options={orders.map(({ by, name }) => ({ value: by, label: name }))}
              onChange={(by) => setOrder({ by, isDescending: by !== 'given' })}
            />
            <IconButton
              className="chart-tool"
              iconSize={13}
              label={t(order.isDescending ? 'ui.chart.descending' : 'ui.chart.ascending')}
              icon={order.isDescending ? ArrowDown : ArrowUp}
              onClick={() => setOrder({ ...order, isDescending: !order.isDescending })}
            />
          </span>
        )
      }
    >
      {(size) => (
        <BarPlot
          chart={props}
          parts={shownParts}
          lines={shownLines}
          totals={totals}
          ordered={ordered}
          size={size}
          cursor={keys.cursor}
          onPointed={keys.clear}
          tellOf={tellOf}
          drawing={drawing}
        />
      )}
    </ChartBox>
  );
}
