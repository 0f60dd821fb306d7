import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../../base/theme/useTheme';

export interface EChartProps {
  /** Axes, series, marks; animation, fonts and tooltips are not its business. Build it with `useMemo`. */
  readonly option: EChartsCoreOption;
  /** CSS pixels of the place it stands in. */
  readonly width: number;
  readonly height: number;
  /** The chart while there is one: to copy its picture, or to listen to its items. */
  readonly onChart?: (chart: EChartsType | undefined) => void;
}

/**
 * echarts on a canvas, drawn anew when `option` changes, without animation. Nothing in it takes the pointer or the focus:
 * that is what stands around it (`ChartBox`).
 */
export function EChart({ option, width, height, onChart }: EChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const { name: theme, fontFamily } = useTheme();
  const latest = useRef({ width, height, onChart });
  useEffect(() => {
    latest.current = { width, height, onChart };
  });

  useEffect(() => {
    let made: EChartsType | undefined;
    let isGone = false;
    import('./echartsParts').then(
      ({ init }) => {
        if (isGone || !host.current) return;
        made = init(host.current, undefined, {
          renderer: 'canvas',
          width: latest.current.width,
          height: latest.current.height,
        });
        setChart(made);
        latest.current.onChart?.(made);
      },
      (reason: unknown) => setError(reason ?? new Error('echarts')),
    );
    return () => {
      isGone = true;
      latest.current.onChart?.(undefined);
      made?.dispose();
    };
  }, []);
  // The tab's error boundary says so.
  if (error !== undefined) throw error;

  useEffect(() => {
    if (chart && width > 0 && height > 0) chart.resize({ width, height });
  }, [chart, width, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours in the option as well
  useEffect(() => {
    chart?.setOption(
      { animation: false, textStyle: { fontFamily }, backgroundColor: 'transparent', ...option },
      { notMerge: true },
    );
  }, [chart, option, theme, fontFamily]);

  return <div ref={host} className="chart-canvas" aria-hidden />;
}
