/** What marks say, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  marks: {
    noneTitle: 'No marks',
    noneText:
      'K sets a flag at the pointer, Alt+K keeps the selected range as a mark, Alt+N writes a note on the selected slice. Marks are kept with the dump, outside of its folder.',
    list: 'Marks',
    kind: { flag: 'Flag', range: 'Range', note: 'Note' },
    name: 'Name',
    colour: 'Colour',
    colours: { orange: 'Orange', blue: 'Blue', teal: 'Teal', gold: 'Gold', red: 'Red', purple: 'Purple' },
    show: 'Show',
    remove: 'Remove the mark',
    export: 'Export',
    import: 'Import',
    column: { name: 'Name', kind: 'Kind', start: 'Start', duration: 'Duration', distance: 'From the current mark' },
    distanceTitle: 'From the start of the current mark to the start of this one',
    sliceMissing: 'Its slice is not in the dump, or has not been read yet',
    hint: 'Click to show it in the panel',
    full: 'There are {{most}} marks already. Remove some to set others.',
    command: {
      flag: 'Set a flag at the pointer',
      range: 'Keep the selected range as a mark',
      note: 'Write a note on the selected slice',
      next: 'Next mark',
      previous: 'Previous mark',
      export: 'Export marks…',
      import: 'Import marks…',
    },
  },
};

export type MarksTexts = Translated<typeof strings>;
