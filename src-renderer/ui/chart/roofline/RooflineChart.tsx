import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../base/format';
import { formatUnit } from '../../../base/formatUnit';
import { ChartBox } from '../ChartBox';
import { type ChartDrawing, pictureOf } from '../ChartCanvas';
import { tooltipSentence } from '../ChartTooltip';
import { useChartColours } from '../chartColours';
import { rooflineData } from '../chartData';
import type { RooflineChartProps, RoofPoint } from '../chartProps';
import { RooflinePlot } from './RooflinePlot';
import { pointByKey, roofAt, roofScales } from './roofModel';

/**
 * Kernels under the device's roofline (Williams et al., CACM 2009), both axes logarithmic: how much each computes for a byte,
 * and how fast. A point is as large as its share of the time. Arrow keys go from point to point, Enter chooses.
 */
export function RooflineChart(props: RooflineChartProps) {
  const { t } = useTranslation();
  const { series, points, memoryBytesPerSecond, onPoint } = props;
  const colours = useChartColours();
  const drawing = useRef<ChartDrawing>(undefined);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  // All of them compute: beyond the first it is not the hue of another class.
  const drawn = useMemo(
    () => series.map((own, at) => ({ ...own, drawnColour: at === 0 ? colours.line('compute', 0) : colours.over(at) })),
    [series, colours],
  );
  const shown = useMemo(
    () => ({
      series: drawn.filter(({ id }) => !hidden.has(id)),
      points: points.filter((own) => !hidden.has(own.series)).sort((a, b) => b.share - a.share),
    }),
    [drawn, points, hidden],
  );
  // Those of all series: hiding one does not move the others.
  const scales = useMemo(
    () => roofScales({ series, points, memoryBytesPerSecond }),
    [series, points, memoryBytesPerSecond],
  );
  const data = useMemo(
    () =>
      rooflineData(points, {
        name: t('ui.chart.name'),
        flopPerByte: props.xTitle,
        flopPerSecond: props.yTitle,
        share: t('ui.chart.share'),
      }),
    [points, props.xTitle, props.yTitle, t],
  );
  const tellOf = (own: RoofPoint) => {
    const roof = roofAt(series.find(({ id }) => id === own.series) ?? {}, memoryBytesPerSecond, own.flopPerByte);
    return {
      title: own.name,
      lines: [
        ...own.lines,
        { label: props.xTitle, value: formatUnit(own.flopPerByte, 'ratio') },
        { label: props.yTitle, value: formatUnit(own.flopPerSecond, 'FLOP/s'), isStrong: true },
        ...(Number.isNaN(roof)
          ? []
          : [
              {
                label: props.roofName,
                value: `${formatUnit(roof, 'FLOP/s')} · ${formatShare(own.flopPerSecond / roof)}`,
              },
            ]),
        { label: t('ui.chart.share'), value: formatShare(own.share) },
      ],
    };
  };
  const current = shown.points.find(({ id }) => id === cursor);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pointByKey(shown.points, cursor, event.key);
    if (next) setCursor(next.id);
    else if (event.key === 'Enter' && current) onPoint?.(current.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ChartBox
      {...props}
      data={data}
      legend={drawn.map(({ id, name, drawnColour }) => ({ id, name, colour: drawnColour }))}
      hidden={hidden}
      onHidden={setHidden}
      isEmpty={scales === undefined}
      help={t('ui.chart.pointKeysHelp')}
      said={current ? tooltipSentence(tellOf(current)) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
      canvasOf={() => pictureOf(drawing)}
    >
      {(size) =>
        scales && (
          <RooflinePlot
            chart={props}
            {...shown}
            scales={scales}
            size={size}
            cursor={current}
            onPointed={() => setCursor(undefined)}
            tellOf={tellOf}
            drawing={drawing}
          />
        )
      }
    </ChartBox>
  );
}
