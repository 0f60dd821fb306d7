import { ChartNoAxesColumn, Copy, LoaderCircle, Table2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../base/theme/useTheme';
import { IconButton } from '../Button';
import { copyText } from '../clipboard';
import { Menu, MenuItem } from '../Menu';
import { saveFile } from '../saveFile';
import { ChartLegend, type LegendEntry } from './ChartLegend';
import { ChartTable } from './ChartTable';
import { useChartColours } from './chartColours';
import { chartPicture, copyPicture, pictureBlob } from './chartPicture';
import type { ChartCommon, ChartData } from './chartProps';
import { chartCsv, chartTsv } from './chartTsv';
import { type PlotSize, usePlotSize } from './usePlotSize';

interface ChartBoxProps extends ChartCommon {
  readonly data: ChartData;
  readonly legend: readonly LegendEntry[];
  /** Series that the user has hidden; without `onHidden` the legend is not shown. */
  readonly hidden?: ReadonlySet<string>;
  readonly onHidden?: (hidden: ReadonlySet<string>) => void;
  readonly isEmpty: boolean;
  /** Choosers of the chart itself, beside the legend. */
  readonly tools?: ReactNode;
  /** What the keys do, to be heard. */
  readonly help: string;
  /** What the cursor is on, to be heard. */
  readonly said: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur?: () => void;
  /** What is drawn right now, for the picture. */
  readonly canvasOf: () => HTMLCanvasElement | undefined;
  readonly children: (size: PlotSize) => ReactNode;
}

/** What all charts share: legend, table view, copying, the focus and its keys, being heard, being empty. */
export function ChartBox(props: ChartBoxProps) {
  const { t } = useTranslation();
  const { label, data, legend, hidden, onHidden, isEmpty, canvasOf } = props;
  const plotStyle = props.plotHeight === undefined ? undefined : { flex: 'none', height: props.plotHeight };
  const id = useId();
  const theme = useTheme();
  const colours = useChartColours();
  const plot = useRef<HTMLDivElement>(null);
  const [isTable, setIsTable] = useState(false);
  const size = usePlotSize(plot, isTable || isEmpty);
  const [done, setDone] = useState('');
  useEffect(() => {
    if (done === '') return;
    const timer = setTimeout(() => setDone(''), 2_000);
    return () => clearTimeout(timer);
  }, [done]);

  const say = (isDone: boolean) => setDone(t(isDone ? 'ui.chart.copied' : 'ui.chart.copyRefused'));
  const picture = async (use: (blob: Blob) => void) => {
    const drawn = canvasOf();
    const shown = legend.filter((entry) => !hidden?.has(entry.id));
    const canvas = drawn && chartPicture(drawn, size.width, label, shown, colours, theme.fontFamily);
    const blob = canvas && (await pictureBlob(canvas));
    if (blob) use(blob);
    else say(false);
  };

  return (
    <figure
      className="chart"
      aria-label={label}
      style={plotStyle ? { height: 'auto' } : props.height === undefined ? undefined : { height: props.height }}
      aria-busy={props.isLoading}
    >
      <div className="chart-bar">
        {onHidden && legend.length > 0 && !isTable && (
          <ChartLegend entries={legend} hidden={hidden ?? new Set()} onHidden={onHidden} />
        )}
        <div className="chart-tools">
          <span className="chart-done" role="status">
            {done}
          </span>
          {props.isLoading && <LoaderCircle size={13} className="spinning" aria-label={t('ui.chart.loading')} />}
          {!isTable && props.tools}
          <IconButton
            className="chart-tool"
            iconSize={13}
            label={t(isTable ? 'ui.chart.showChart' : 'ui.chart.showTable')}
            icon={isTable ? ChartNoAxesColumn : Table2}
            isPressed={isTable}
            disabled={isEmpty}
            onClick={() => setIsTable(!isTable)}
          />
          <Menu
            align="end"
            trigger={
              <button
                type="button"
                className="icon-button chart-tool"
                aria-label={t('ui.chart.copy')}
                title={t('ui.chart.copy')}
                disabled={isEmpty}
              >
                <Copy size={13} aria-hidden />
              </button>
            }
          >
            <MenuItem onSelect={() => void copyText(chartTsv(data)).then(say)}>{t('ui.chart.copyTable')}</MenuItem>
            <MenuItem
              onSelect={() => saveFile(new Blob([chartCsv(data)], { type: 'text/csv;charset=utf-8' }), `${label}.csv`)}
            >
              {t('ui.chart.saveTable')}
            </MenuItem>
            {!isTable && (
              <>
                <MenuItem onSelect={() => void picture((blob) => void copyPicture(blob).then(say))}>
                  {t('ui.chart.copyPicture')}
                </MenuItem>
                <MenuItem onSelect={() => void picture((blob) => saveFile(blob, `${label}.png`))}>
                  {t('ui.chart.savePicture')}
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
      </div>
      {isEmpty ? (
        <p className="chart-empty">
          {props.isLoading ? t('ui.chart.loading') : (props.emptyText ?? t('ui.chart.empty'))}
        </p>
      ) : isTable ? (
        <div className="chart-plot" style={plotStyle}>
          <ChartTable label={label} data={data} />
        </div>
      ) : (
        // A picture that is walked through with the keys: no other role says that.
        <div
          ref={plot}
          role="application"
          className="chart-plot"
          style={plotStyle}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          aria-label={label}
          aria-describedby={`${id}-help`}
          onKeyDown={props.onKeyDown}
          onBlur={props.onBlur}
        >
          {size.width > 0 && size.height > 0 && props.children(size)}
          <p id={`${id}-help`} className="visually-hidden">
            {props.help}
          </p>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {props.said}
      </p>
    </figure>
  );
}
