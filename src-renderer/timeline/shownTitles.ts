import { createStore, type StoreApi } from 'zustand/vanilla';
import { metrics } from './metrics';
import type { Navigation } from './navigation';
import { emptyRowModel, type RowModel, type RowSpan, type RowWindow, rowWindow } from './rows';

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
    if (!isCovered) this.rows.setState({ model, span: this.rowsAround(model, AHEAD), topRow });
    else if (shown.topRow !== topRow) this.rows.setState({ topRow });
  }

  /** On screen, and so many screens before and behind. */
  rowsAround(model: RowModel, screens: number): RowWindow {
    const { scrollTop, pageHeight } = this.navigation;
    return rowWindow(model, scrollTop - screens * pageHeight, scrollTop + (1 + screens) * pageHeight);
  }
}
