/** What lanes of one's own say, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  ownLanes: {
    text: 'Made of a search (Find panel), or of a csv or JSON-lines file that was dropped here or opened. They are kept for this dump.',
    manage: 'Own lanes…',
    edit: 'Rename or remove…',
    rename: 'Name of {{name}}',
    kind: { union: 'Search, as slices', count: 'Search, as a counter', file: 'File' },
    skipped_one: '{{n}} line not shown',
    skipped_other: '{{n}} lines not shown',
    unit: { ns: 'ns', us: 'µs', ms: 'ms', s: 's' },
    origin: { clock: '1970, as the rank’s clock', start: 'The start of the dump' },
    role: {
      time: 'Time:',
      end: 'End:',
      duration: 'Duration:',
      name: 'Name:',
      value: 'Value:',
      lane: 'Lane:',
      rank: 'Rank:',
      counter: 'Counters:',
      arg: 'Args:',
    },
    file: {
      title: 'Add lanes from a file',
      name: 'Name',
      unit: 'Its times are in',
      choose: 'Choose…',
      origin: 'Its times count from',
      later: 'Show it later by',
      rank: 'Its lines are of',
      add: 'Add',
      cancel: 'Cancel',
      reading: 'Reading…',
      needsUnit: 'The file does not say which unit its times are in. Choose one.',
      none: 'Nothing to add: no line of the file makes a slice or a counter value. What is wrong with which lines stands below.',
      outcome_one: '{{n}} lane with {{slices}} and {{samples}}.',
      outcome_other: '{{n}} lanes with {{slices}} and {{samples}}.',
      slices_one: '{{n}} slice',
      slices_other: '{{n}} slices',
      samples_one: '{{n}} counter value',
      samples_other: '{{n}} counter values',
      within: '{{within}} of {{n}} lie within the time of {{rank}}.',
      noneWithin: 'None of them lies within the time of {{rank}}: check unit, start and offset.',
    },
  },
};

export type OwnLanesTexts = Translated<typeof strings>;
