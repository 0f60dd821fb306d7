import { createContext } from 'react';
import { whenIdle } from './whenIdle';

/**
 * How a window writes day and time of files, by language. Made once for all rows of its lists: each takes as long as drawing a row, and
 * the first one as long as a dialog, since the browser reads the names of months and time zones then.
 */
export class TimeFormats {
  readonly #made = new Map<string, Intl.DateTimeFormat>();

  of(language: string): Intl.DateTimeFormat {
    const before = this.#made.get(language);
    if (before) return before;
    const made = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    this.#made.set(language, made);
    return made;
  }

  /** Makes it as soon as the window has nothing else to do: no list waits for it then. */
  makeWhenIdle(window: Window, language: string): void {
    whenIdle(window, () => void this.of(language));
  }
}

/** The window's; undefined: each who writes times makes one. */
export const TimeFormatsContext = createContext<TimeFormats | undefined>(undefined);
