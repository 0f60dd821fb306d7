/** What the window says of the clock. */
export const strings = {
  clock: {
    title: 'Clock of the ranks',
    show: 'Which clock the ranks are shown by',
    measuring: 'Clock: aligning…',
    off: 'Clock: each rank’s own',
    nothing: 'Clock: each rank’s own, nothing to align by',
    steps: 'Clock: aligned on the first common step',
    collectives: 'Clock: aligned on collectives',
    hosts: 'Clock: aligned by the host’s clock',
    both: 'Clock: aligned on collectives and the host’s clock',
    withError: '{{kind}}, ±{{error}}',
    moved: 'One rank moved by {{duration}} for comparison',
    withDrift: 'drift removed',
    apart: 'recordings {{duration}} apart',
    notAligned_one: '{{count}} rank not aligned',
    notAligned_other: '{{count}} ranks not aligned',
    automatic: 'Automatic',
    alignBy: 'Align by',
    mode: { auto: 'Automatic', clocks: 'Clocks', steps: 'First common step', off: 'Off' },
    reference: 'Reference',
    undo: 'Undo',
    copy: 'Copy the table',
    ranks: 'Ranks and their clocks',
    column: {
      rank: 'Rank',
      by: 'Aligned by',
      offset: 'Ahead by',
      error: 'Error',
      drift: 'Drift',
      pairs: 'Calls',
    },
    method: {
      reference: 'Reference',
      collectives: 'Collectives',
      'clock-pair': 'Host’s clock',
      'first-step': 'First common step',
      none: 'Own clock',
    },
    calls: '{{used}} used, {{left}} left out',
    driftUnknown: 'too short to tell',
    hint: {
      measuring:
        'Looking for calls of collectives that ended together. Until then each rank is shown by its own clock.',
      clocks:
        'Each rank is shifted by how far its clock is ahead of the reference. The offset comes from collectives: their calls end at the same time on all ranks.',
      steps:
        'Each rank’s first step in common with the reference is shown as beginning at the same time. Ranks can be compared within a step only.',
      off: 'Each rank is shown by its own clock. Times of different ranks can’t be compared.',
    },
    exact:
      'Durations are as each rank’s own clock measured them. The panel of a slice also has its start as in the file. Double-click a rank to make it the reference.',
    command: {
      show: 'Clock of the ranks…',
      auto: 'Clock: align automatically',
      clocks: 'Clock: align by clocks',
      steps: 'Clock: align on the first common step',
      off: 'Clock: off, each rank by its own',
      referenceOfSelection: 'Clock: use the selected slice’s rank as reference',
      undo: 'Clock: undo',
    },
  },
};
