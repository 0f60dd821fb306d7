import type { HueClass, Unit } from '../../../src-contract';

/** What all charts take. */
export interface ChartCommon {
  /** Its name for those who hear the window, of its file, and of its table. */
  readonly label: string;
  /** CSS pixels; default: as high as what it stands in. */
  readonly height?: number;
  /** Of what is drawn, CSS pixels: legend and tools stand above it, in as many lines as they take. */
  readonly plotHeight?: number;
  /** Instead of the default sentence when there is nothing to draw. */
  readonly emptyText?: string;
  /** What is drawn is older than what is asked. */
  readonly isLoading?: boolean;
}

/** A class of slices has its colour of the timeline; others are numbered and get distinct ones. */
export type SeriesColour = HueClass | number;

export interface LineSeries {
  readonly id: string;
  readonly name: string;
  /** Ascending. Instants (ns since the dump's origin) or whatever `xUnit` says. */
  readonly x: Float64Array;
  /** NaN: a gap. */
  readonly y: Float64Array;
  /** Default: the chart's `yUnit`. */
  readonly unit?: Unit;
  /** Default: left. */
  readonly axis?: 'left' | 'right';
  readonly colour?: SeriesColour;
  /** The value holds until the next point. */
  readonly isStep?: boolean;
  readonly isArea?: boolean;
  readonly isDashed?: boolean;
  /** Dots without a line between them. */
  readonly isDots?: boolean;
}

/** A stretch of the x axis. */
export interface AxisRange {
  readonly start: number;
  readonly end: number;
}

export interface AxisBand extends AxisRange {
  readonly label?: string;
  /** `selection`: what the timeline has selected; `warning`: something is wrong there. Default: plain. */
  readonly tone?: 'plain' | 'selection' | 'warning';
}

export interface AxisMark {
  readonly at: number;
  readonly label: string;
}

export interface PlaceText {
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
}

export interface LineChartProps extends ChartCommon {
  readonly series: readonly LineSeries[];
  /** Default: `time` (ns since the dump's origin). */
  readonly xUnit?: Unit;
  /** Of the table view; default: "Time" in the user's language for `time`. */
  readonly xTitle?: string;
  readonly yUnit: Unit;
  readonly yTitle?: string;
  readonly rightUnit?: Unit;
  readonly rightTitle?: string;
  readonly isStacked?: boolean;
  /** Default: 0 is on the axis. `fit`: from the least to the greatest value. */
  readonly yFrom?: 'zero' | 'fit';
  readonly bands?: readonly AxisBand[];
  readonly marks?: readonly AxisMark[];
  /** What "everything" is on the x axis; default: from the first to the last point. Linked charts need the same. */
  readonly extent?: AxisRange | undefined;
  /** What is shown of the x axis; several charts that share it are linked. Default: everything, zoomed by the user. */
  readonly view?: AxisRange | undefined;
  /** Undefined: everything. Ctrl + wheel, Alt + drag, + − and 0; a double click shows everything. */
  readonly onViewChange?: (view: AxisRange | undefined) => void;
  /** A stretch drawn with the mouse, or marked with Shift and the arrow keys. Undefined: a click took it away. */
  readonly onBrush?: (range: AxisRange | undefined) => void;
  /** The brushed stretch, as it should be shown. */
  readonly brush?: AxisRange | undefined;
  /** Of the tooltip: what stands at this x, in place of its value, and further lines. */
  readonly describe?: (x: number) => PlaceText;
  /** A click, or Enter at the cursor. */
  readonly onPoint?: (x: number, seriesId: string | undefined) => void;
}

export interface BarPart {
  readonly id: string;
  readonly name: string;
  /** One value a bar; NaN: none. */
  readonly values: Float64Array | readonly number[];
  readonly colour?: SeriesColour;
}

export interface BarLine {
  readonly id: string;
  readonly name: string;
  /** One value a bar. */
  readonly values: Float64Array | readonly number[];
}

export interface BarOrder {
  /** `given`: as `bars` are; `total`; or the id of a part or a line. */
  readonly by: string;
  readonly isDescending: boolean;
}

export interface StackedBarChartProps extends ChartCommon {
  /** Names of the bars. */
  readonly bars: readonly string[];
  /** Shorter names for the axis. */
  readonly labels?: readonly string[];
  readonly parts: readonly BarPart[];
  readonly unit: Unit;
  /** Drawn over the bars with an axis of their own. */
  readonly lines?: readonly BarLine[];
  readonly lineUnit?: Unit;
  /** What a bar is, for the chooser of the order ("Rank"). */
  readonly barTitle: string;
  readonly defaultOrder?: BarOrder;
  /** Whether the user may choose the order. Default: yes. */
  readonly hasOrder?: boolean;
  /** Positions in `bars`. */
  readonly selectedBar?: number | undefined;
  readonly markedBars?: readonly number[];
  readonly onBar?: (bar: number, partId: string | undefined) => void;
  /** `share`: each bar is 100 %. Default: `value`. */
  readonly mode?: 'value' | 'share';
  /** Default: `horizontal`: bars lie, one below the other. */
  readonly direction?: 'horizontal' | 'vertical';
}

export interface PieSlice {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly colour?: SeriesColour;
}

export interface PieChartProps extends ChartCommon {
  /** Largest first is up to the chart. */
  readonly slices: readonly PieSlice[];
  readonly unit: Unit;
  /** More than these become one slice, "Others". Default 8. */
  readonly maxSlices?: number;
  readonly selected?: string | undefined;
  /** Not called for "Others". */
  readonly onSlice?: (id: string) => void;
}

export interface HeatMapProps extends ChartCommon {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Row after row, `rows.length * columns.length`; NaN: no value. */
  readonly values: Float64Array;
  readonly unit: Unit;
  /** Values are positions among these kinds, rather than numbers. */
  readonly kinds?: readonly string[] | undefined;
  /** What rows and columns are ("Source rank", "Destination rank"). */
  readonly rowTitle: string;
  readonly columnTitle: string;
  /** Default: least and greatest value. */
  readonly min?: number;
  readonly max?: number;
  /** Default `linear`. `log`: values ≤ 0 have the colour of the least. */
  readonly scale?: 'linear' | 'log';
  /** Which end is bad, and therefore stands out. Default `high`; for bandwidth `low`. */
  readonly worse?: 'high' | 'low';
  readonly selected?: { readonly row: number; readonly column: number } | undefined;
  /** Cells with a frame in the colour of warnings, large enough to be found among a thousand. */
  readonly marked?: readonly { readonly row: number; readonly column: number }[];
  readonly onCell?: (row: number, column: number) => void;
  /** Further lines of a cell's tooltip. */
  readonly describe?: (row: number, column: number) => readonly string[];
}

/** Points of one kind, and the ceiling they stand under. */
export interface RoofSeries {
  readonly id: string;
  readonly name: string;
  /** Undefined: not known. */
  readonly peakFlopPerSecond?: number;
}

export interface RoofPoint {
  readonly id: string;
  readonly name: string;
  /** Its series, by id. */
  readonly series: string;
  /** Both above 0. */
  readonly flopPerByte: number;
  readonly flopPerSecond: number;
  /** Of the time of all, 0 to 1. */
  readonly share: number;
  /** Of the tooltip, below the name. */
  readonly lines: readonly { readonly label: string; readonly value: string }[];
}

export interface RooflineChartProps extends ChartCommon {
  readonly series: readonly RoofSeries[];
  readonly points: readonly RoofPoint[];
  /** Of the device's memory; undefined: not known. */
  readonly memoryBytesPerSecond?: number | undefined;
  readonly xTitle: string;
  readonly yTitle: string;
  /** What the slope is called, and the height of the roof over a point. */
  readonly memoryName: string;
  readonly roofName: string;
  /** A click, or Enter at the cursor. */
  readonly onPoint?: (id: string) => void;
}

/** What a chart shows, as a plain table: its table view and what is copied. */
export interface ChartData {
  readonly columns: readonly { readonly title: string; readonly unit: Unit }[];
  readonly rowCount: number;
  cell(row: number, column: number): number | string;
}
