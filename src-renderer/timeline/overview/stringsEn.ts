/** What the overview and the ways of writing times say, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  overview: {
    label:
      'Overview of the whole dump. Drag the window to move the view, its edges to resize it; double-click shows a step.',
    ofRank: 'Steps and busy time of this rank: the one selected last, or the first',
  },
  time: {
    title: 'Show times as',
    short: { offset: 'Offset', clock: 'UTC', step: 'In step' },
    mode: { offset: 'Offset from the start of the dump', clock: 'Time of day (UTC)', step: 'Time within the step' },
    command: {
      offset: 'Times: offset from the start',
      clock: 'Times: time of day (UTC)',
      step: 'Times: within the step',
      nextStep: 'Next step',
      previousStep: 'Previous step',
      goToCollective: 'Go to the n-th collective of a group…',
      goTo: 'Go to a time or step…',
    },
  },
  goTo: {
    title: 'Go to a time or step',
    field: 'Time or step',
    placeholder: '12.5 ms · 08:47:54.714 · 1736412474714258990 · #12',
    hint: 'An offset with its unit, a time of day in UTC with or without the date, nanoseconds, or # and the number of a step.',
    go: 'Go',
    at: 'At {{offset}}, {{clock}}',
    steps: 'Steps of {{rank}}',
    step: 'Step {{number}}',
    collective: {
      title: 'Go to a collective',
      group: 'Communication group',
      groupOf: '{{name}} · ranks {{ranks}}',
      number: 'Number of the collective',
      align: 'Align the ranks on it',
      list: 'Collectives of the group, by their first start',
      is_one: '{{name}} · {{count}} rank',
      is_other: '{{name}} · {{count}} ranks',
      outside: 'The group has {{n}} collectives. Enter a number from 1 on.',
      reading: 'Reading…',
      none: 'No collectives were found in this dump.',
    },
    problem: {
      unreadable: 'This is no time. Enter 12.5 ms, 08:47:54.714, nanoseconds, or #12 for a step.',
      'no-unit': 'Add a unit: ns, µs, ms, s, min or h. Whole numbers without one are nanoseconds.',
      'no-step': 'The timeline of this rank marks no such step.',
      outside: 'This is not within the dump, which goes from {{start}} to {{end}}.',
    },
  },
};

export type OverviewTexts = Translated<typeof strings>;
