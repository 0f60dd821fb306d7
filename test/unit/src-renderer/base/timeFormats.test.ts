import { expect, test } from 'vitest';
import { TimeFormats } from '../../../../src-renderer/base/timeFormats';

const instantMs = Date.UTC(2026, 10, 29, 12);

test('all rows of a window write times with one format, made for each language once', () => {
  const formats = new TimeFormats();
  const english = formats.of('en');
  expect(formats.of('en')).toBe(english);
  expect(formats.of('zh')).not.toBe(english);
  expect(english.format(instantMs)).toContain('2026');
  expect(formats.of('zh').format(instantMs)).toContain('2026年');
});

test('it is made when the window has nothing else to do, and taken by who writes a time later', () => {
  const made: string[] = [];
  class Watched extends TimeFormats {
    override of(language: string): Intl.DateTimeFormat {
      made.push(language);
      return super.of(language);
    }
  }
  let whenIdle = () => {};
  const window = {
    requestIdleCallback: (run: () => void) => {
      whenIdle = run;
    },
  } as unknown as Window;
  new Watched().makeWhenIdle(window, 'zh');
  expect(made).toEqual([]);
  whenIdle();
  expect(made).toEqual(['zh']);
});

test('where a browser does not tell when it is idle, it is made by who needs it first', () => {
  const formats = new TimeFormats();
  formats.makeWhenIdle({} as Window, 'en');
  expect(formats.of('en').format(instantMs)).toContain('2026');
});
