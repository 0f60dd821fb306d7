import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Navigation } from './moving/navigation';
import { metrics } from './rows/metrics';
import { emptyRowModel, type RowModel, type RowSpan, type RowWindow, rowWindow, type SliceRow } from './rows/rows';

/**
 * Screens that titles are rendered ahead, and how much of that may be left before it is done again: they are rendered in the
 * frame that needs them, some rows at a time, and each that is there takes time in every frame.
 */
const AHEAD = 1 / 2;
const LEAST_AHEAD = 1 / 4;

/** What the column of titles shows; changes seldom, so React may render it. */
export interface ShownRows {
  readonly model: RowModel;
  /** On screen and somewhat around. */
  readonly span: RowSpan;
  /** Index of the topmost row on screen, for the heading above the titles. */
  readonly topRow: number;
  /** The topmost row, where its title is scrolled away and much of it is still on screen. */
  readonly held: SliceRow | undefined;
}

interface Styled {
  readonly style: Pick<CSSStyleDeclaration, 'transform' | 'marginTop' | 'setProperty'>;
}

/** The titles beside the drawing: which of them React has rendered, and where they stand. */
export class ShownTitles {
  readonly rows: StoreApi<ShownRows> = createStore<ShownRows>()(() => ({
    model: emptyRowModel,
    span: { first: 0, end: 0 },
    topRow: 0,
    held: undefined,
  }));

  constructor(
    private readonly elements: { readonly titles: Styled; readonly scrollTrack: Styled },
    private readonly navigation: Pick<Navigation, 'scrollTop' | 'pageHeight'>,
  ) {}

  move(scrollTop: number, fixedHeight: number): void {
    const { titles, scrollTrack } = this.elements;
    titles.style.transform = `translateY(${fixedHeight - scrollTop}px)`;
    // Titles of lanes that are not scrolled go down by as much as all go up.
    titles.style.setProperty('--timeline-scroll', `${fixedHeight > 0 ? scrollTop : 0}px`);
    scrollTrack.style.marginTop = `${metrics.rulerHeight + fixedHeight}px`;
  }

  show(model: RowModel, topRow: number): void {
    const shown = this.rows.getState();
    const { first, end } = this.rowsAround(model, LEAST_AHEAD);
    // Not with each row: what changes rows has all of them looked at.
    const isCovered = shown.model === model && shown.span.first <= first && shown.span.end >= end;
    const held = this.heldRow(model, topRow);
    if (!isCovered) this.rows.setState({ model, span: this.rowsAround(model, AHEAD), topRow, held });
    else if (shown.topRow !== topRow || shown.held !== held) this.rows.setState({ topRow, held });
  }

  private heldRow(model: RowModel, topRow: number): SliceRow | undefined {
    const row = model.rows[topRow];
    const { scrollTop } = this.navigation;
    if (row?.kind !== 'slices' || row.top < 0 || row.top >= scrollTop) return undefined;
    // What is left has room for the title and shows more than that.
    return row.top + row.height - scrollTop >= 2 * metrics.sliceRow ? row : undefined;
  }

  /** On screen, and so many screens before and behind. */
  rowsAround(model: RowModel, screens: number): RowWindow {
    const { scrollTop, pageHeight } = this.navigation;
    return rowWindow(model, scrollTop - screens * pageHeight, scrollTop + (1 + screens) * pageHeight);
  }
}
