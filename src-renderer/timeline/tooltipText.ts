/** What the tooltip says about what is under the pointer. */
import type { SliceDetails, SliceRef } from '../../src-contract';
import { formatCount, formatDuration, formatShare, formatValue } from '../base/format';
import type { TimeScale } from '../base/timeScale';
import { groupTitle, laneTitle } from '../session/lanes/laneTitles';
import type { DataWindow } from './data/dataWindow';
import type { Hit } from './data/hitTest';
import type { TimelineRow } from './rows/rows';
import { rowTitle, type Translate } from './rows/rowText';
import type { TooltipText } from './tooltip';

export interface TooltipInput {
  readonly hit: Hit;
  readonly data: DataWindow;
  readonly translate: Translate;
  readonly times: TimeScale;
  /** Asked for the name of a slice whose quad came without one; undefined until it is known. */
  readonly detailsOf: (ref: SliceRef) => SliceDetails | undefined;
}

export function tooltipText(input: TooltipInput): TooltipText {
  const { hit } = input;
  switch (hit.kind) {
    case 'quad':
      return quadText(input, hit);
    case 'counter': {
      const { curve, step, series, row } = hit;
      const [least, greatest] = [curve.minValue[step], curve.maxValue[step]];
      const start = input.translate('timeline.tooltipSince', { start: input.times.text(curve.startNs[step]) });
      const peaks = input.translate('timeline.tooltipPeaks', {
        least: formatValue(least, series.unit),
        greatest: formatValue(greatest, series.unit),
      });
      return {
        title: `${series.name}: ${formatValue(curve.lastValue[step], series.unit)}`,
        lines: least === greatest ? [start] : [start, peaks],
        place: placeOf(row, input.translate),
      };
    }
    case 'folded': {
      const { busyShare } = hit;
      const unfold = input.translate('timeline.tooltipUnfold');
      return {
        title: rowTitle(hit.row, input.translate),
        lines:
          busyShare === undefined
            ? [unfold]
            : [input.translate('timeline.tooltipBusy', { share: formatShare(busyShare) }), unfold],
        place: placeOf(hit.row, input.translate),
      };
    }
  }
}

/** The slice that stands behind a quad: the quad's own, or its longest. */
export function sliceRefOf(data: DataWindow, hit: Extract<Hit, { kind: 'quad' }>): SliceRef | undefined {
  const quads = data.lane(hit.row.lane.id)?.quads;
  if (quads === undefined) return undefined;
  return { rank: quads.rank, generation: quads.generation, slice: data.sliceOf(hit.quad) };
}

function quadText(input: TooltipInput, hit: Extract<Hit, { kind: 'quad' }>): TooltipText {
  const { data, translate } = input;
  const { startNs, endNs, sliceCount, name } = data.quads;
  const { quad } = hit;
  const ref = sliceRefOf(data, hit);
  const isMerged = sliceCount[quad] > 1;
  const known = ref === undefined ? undefined : data.nameOf(ref.rank, name[quad]);
  const isPath = hit.row.kind === 'slices' && hit.row.group.path !== undefined;
  const isAsked = ref !== undefined && (known === undefined || isMerged || isPath);
  const details = isAsked ? input.detailsOf(ref) : undefined;
  const component = details?.onPath && translate(`findings.component.${details.onPath.component}`);
  // What nothing was recorded of has no name.
  const title = (known ?? details?.name ?? '…') || (component ?? '…');
  const start = translate('timeline.tooltipStart', { start: input.times.text(startNs[quad]) });
  const duration = [formatDuration(endNs[quad] - startNs[quad]), component].filter(Boolean).join(' · ');
  if (!isMerged) return { title, lines: [duration, start], place: placeOf(hit.row, translate) };
  const count = sliceCount[quad];
  const longest =
    details === undefined
      ? []
      : [translate('timeline.tooltipLongest', { duration: formatDuration(details.durationNs) })];
  return {
    title: `${translate('timeline.tooltipSlices', { count, formatted: formatCount(count) })} · ${title}`,
    lines: [...longest, duration, start],
    place: placeOf(hit.row, translate),
  };
}

function placeOf(row: TimelineRow, translate: Translate): string {
  switch (row.kind) {
    case 'rank':
      return row.rank.hostName ?? '';
    case 'group':
      return row.rank.label;
    case 'kind':
      return '';
    case 'slices':
    case 'counter':
      return [row.rank.label, groupTitle(row.group, translate), laneTitle(row.group, row.lane.name, translate)].join(
        ' › ',
      );
  }
}
