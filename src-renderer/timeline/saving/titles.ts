/** The titles of the lanes on a picture of the view: what the column of titles shows, without what one could click there. */
import type { LaneId } from '../../../src-contract';
import { formatValue } from '../../base/format';
import type { Theme } from '../../base/theme/theme';
import { typeScale, windowColours } from '../../base/theme/tokens';
import type { DrawingContext } from '../../ui/lanes/drawingContext';
import { TextFit } from '../../ui/lanes/textFit';
import { metrics } from '../rows/metrics';
import type { RowModel, RowWindow, TimelineRow } from '../rows/rows';
import { eachRow } from '../rows/rows';
import { groupNameOf, rowDetail, rowLevel, rowTitle, seriesLabel, type Translate } from '../rows/rowText';

export interface PictureTitles {
  readonly model: RowModel;
  readonly visible: RowWindow;
  readonly scrollTop: number;
  /** CSS pixels, of the column. */
  readonly width: number;
  readonly height: number;
  readonly rulerHeight: number;
  readonly theme: Theme;
  readonly translate: Translate;
  /** How far a rank is moved beside others. */
  readonly movedNs: (rank: number) => number;
  /** What lanes of communication are for. */
  readonly groupNames: ReadonlyMap<LaneId, string>;
  /** Above the titles, beside the ruler: what the picture is of. */
  readonly caption: string;
}

const indent = 10;
const padding = 8;
/** From the top of a row to where its text stands. */
const baseline = 14;

export function drawTitles(context: DrawingContext, titles: PictureTitles): void {
  const { model, visible, width, height, rulerHeight, scrollTop } = titles;
  const colours = windowColours[titles.theme.name];
  const draw = new TitleDrawing(context, titles);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width, height);
  const top = rulerHeight + model.fixedHeight;
  const isFixed = (row: TimelineRow) => row.top < 0;
  clipped(context, { top, width, height: height - top }, () =>
    eachRow(model, visible, (row) => {
      if (!isFixed(row)) draw.row(row, top + row.top - scrollTop);
    }),
  );
  eachRow(model, visible, (row) => {
    if (isFixed(row)) draw.row(row, top + row.top);
  });
  context.fillStyle = colours.window;
  context.fillRect(0, 0, width, rulerHeight);
  draw.text(titles.caption, { left: padding, right: width - padding, y: rulerHeight - 10 }, colours.textMuted, '');
  context.fillStyle = colours.borderStrong;
  context.fillRect(0, rulerHeight - 1, width, 1);
  context.fillRect(width - 1, 0, 1, height);
}

function clipped(
  context: DrawingContext,
  { top, width, height }: { readonly top: number; readonly width: number; readonly height: number },
  draw: () => void,
): void {
  context.save();
  context.beginPath();
  context.rect(0, top, width, Math.max(0, height));
  context.clip();
  draw();
  context.restore();
}

interface TextPlace {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

class TitleDrawing {
  readonly #context: DrawingContext;
  readonly #titles: PictureTitles;
  readonly #fits = new Map<string, TextFit>();

  constructor(context: DrawingContext, titles: PictureTitles) {
    this.#context = context;
    this.#titles = titles;
  }

  row(row: TimelineRow, y: number): void {
    const { width, theme, translate } = this.#titles;
    const colours = windowColours[theme.name];
    if (row.kind === 'rank' || row.kind === 'group') {
      this.#context.fillStyle = colours.window;
      this.#context.fillRect(0, y, width, row.height);
      this.#context.fillStyle = row.kind === 'rank' ? colours.borderStrong : colours.border;
      this.#context.fillRect(0, y, width, 1);
    }
    const left = padding + indent * (rowLevel(row) - 1);
    const right = width - padding;
    const line = y + baseline + (row.kind === 'rank' ? 2 : 0);
    const detail = [groupNameOf(row, this.#titles.groupNames), rowDetail(row, this.#titles.movedNs(row.rank.index))]
      .filter((text) => text !== '')
      .join(' · ');
    const detailLeft = this.#right(detail, { left: left + (right - left) * 0.55, right, y: line });
    const isStrip = row.kind === 'counter' && !row.isFolded;
    const titleRight = isStrip && row.lane.series.length > 1 ? left + (right - left) * 0.6 : detailLeft - padding;
    const place = { left, right: titleRight, y: line };
    this.text(rowTitle(row, translate), place, colours.text, row.kind === 'rank' ? '600 ' : '');
    if (isStrip) this.#series(row, y, right);
  }

  text(text: string, { left, right, y }: TextPlace, colour: string, weight: string): void {
    const shown = this.#fit(weight).fitMiddle(text, right - left);
    this.#context.textAlign = 'left';
    this.#context.fillStyle = colour;
    this.#context.font = this.#font(weight);
    this.#context.fillText(shown, left, y);
  }

  /** Muted, at the right edge; returns where it begins. */
  #right(text: string, { left, right, y }: TextPlace): number {
    if (text === '') return right;
    const fit = this.#fit('');
    const shown = fit.fitMiddle(text, right - left);
    this.#context.fillStyle = windowColours[this.#titles.theme.name].textMuted;
    this.#context.font = this.#font('');
    this.#context.textAlign = 'right';
    this.#context.fillText(shown, right, y);
    return right - fit.width(shown);
  }

  /** Of each strip its series and the value at its top. */
  #series(row: Extract<TimelineRow, { kind: 'counter' }>, y: number, right: number): void {
    row.lane.series.forEach((series, at) => {
      const label = [seriesLabel(row.lane.name, series), formatValue(series.maxValue, series.unit)];
      const left = right * (at === 0 ? 0.62 : 0.1);
      const line = y + metrics.rowPadding + at * row.stripHeight + 12;
      this.#right(label.filter((part) => part !== '').join(' '), { left, right, y: line });
    });
  }

  #font(weight: string): string {
    return `${weight}${typeScale.body}px ${this.#titles.theme.fontFamily}`;
  }

  #fit(weight: string): TextFit {
    let fit = this.#fits.get(weight);
    if (fit === undefined) {
      fit = new TextFit((glyph) => {
        this.#context.font = this.#font(weight);
        return this.#context.measureText(glyph).width;
      });
      this.#fits.set(weight, fit);
    }
    return fit;
  }
}
