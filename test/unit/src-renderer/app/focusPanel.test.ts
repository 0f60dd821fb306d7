import { beforeEach, expect, test, vi } from 'vitest';
import { enterPanel } from '../../../../src-renderer/app/focusPanel';

/** As much of an element as has the focus. */
class Spot {
  isConnected = true;
  constructor(readonly name: string) {}
  focus(): void {
    page.activeElement = this;
  }
  checkVisibility(): boolean {
    return true;
  }
}

const [timeline, field, list, control, body] = ['timeline', 'field', 'list', 'control', 'body'].map(
  (name) => new Spot(name),
);
const page = { activeElement: timeline, isRead: false, isInert: false };
let frames: (() => void)[];
let nowMs: number;

/** What was to be done in the next frame. */
function frame(): void {
  for (const own of frames.splice(0)) own();
}

beforeEach(() => {
  frames = [];
  nowMs = 0;
  Object.assign(page, { activeElement: timeline, isRead: false, isInert: false });
  const panel = {
    closest: () => (page.isInert ? {} : null),
    querySelectorAll: (selector: string) =>
      selector.includes('[role="grid"]') ? (page.isRead ? [list] : []) : [control],
    querySelector: () => (page.isRead ? null : {}),
  };
  vi.stubGlobal('document', {
    get activeElement() {
      return page.activeElement;
    },
    body,
    querySelector: () => panel,
  });
  vi.stubGlobal('requestAnimationFrame', (own: () => void) => frames.push(own));
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

test('the focus goes into the list at once, or as soon as it is there', () => {
  page.isRead = true;
  enterPanel();
  expect([page.activeElement.name, frames.length]).toEqual(['list', 0]);

  Object.assign(page, { activeElement: timeline, isRead: false });
  enterPanel();
  frame();
  expect(page.activeElement).toBe(timeline);
  page.isRead = true;
  frame();
  expect([page.activeElement.name, frames.length]).toEqual(['list', 0]);
});

test('moved meanwhile, it stays, also where the list comes in the same frame or never', () => {
  for (const isRead of [true, false]) {
    Object.assign(page, { activeElement: timeline, isRead: false });
    enterPanel();
    frame();
    field.focus();
    page.isRead = isRead;
    nowMs += 6_000;
    frame();
    expect([page.activeElement.name, frames.length]).toEqual(['field', 0]);
  }
});

test('where no list comes it goes onto the first control', () => {
  enterPanel();
  frame();
  nowMs += 6_000;
  frame();
  expect([page.activeElement.name, frames.length]).toEqual(['control', 0]);
});

test('what was chosen in the list of commands is done though that gives the focus back as it closes', () => {
  const chosen = new Spot('chosen');
  chosen.focus();
  enterPanel();
  chosen.isConnected = false;
  body.focus();
  frame();
  timeline.focus();
  frame();
  page.isRead = true;
  frame();
  expect(page.activeElement).toBe(list);

  // Moved once it has been given back, it stays.
  Object.assign(page, { activeElement: chosen, isRead: false });
  chosen.isConnected = true;
  enterPanel();
  chosen.isConnected = false;
  timeline.focus();
  frame();
  field.focus();
  page.isRead = true;
  frame();
  expect(page.activeElement).toBe(field);
});

test('from the list of commands, behind which nothing takes the focus, into a list that is there already', () => {
  const chosen = new Spot('chosen');
  Object.assign(page, { activeElement: chosen, isRead: true, isInert: true });
  enterPanel();
  frame();
  expect(page.activeElement).toBe(chosen);
  chosen.isConnected = false;
  page.isInert = false;
  body.focus();
  frame();
  // Not before it has been given back, which would take it out of the panel again.
  expect(page.activeElement).toBe(body);
  timeline.focus();
  frame();
  expect([page.activeElement.name, frames.length]).toEqual(['list', 0]);
});

test('behind a dialog that stays open nothing is waited for', () => {
  Object.assign(page, { activeElement: field, isRead: true, isInert: true });
  enterPanel();
  nowMs += 6_000;
  frame();
  expect([page.activeElement.name, frames.length]).toEqual(['field', 0]);
});
