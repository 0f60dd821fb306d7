/** What the window says of timelines that are not read. */
export const strings = {
  reading: {
    title: 'Reading timelines',
    show: 'Show the queue of timelines',
    queue: 'Queue',
    unread_one: '{{n}} timeline not read',
    unread_other: '{{n}} timelines not read',
    progress: 'Reading timelines: {{read}} of {{all}}',
    paused: 'Reading paused: {{read}} of {{all}} timelines',
    readOf: '{{read}} of {{all}} timelines read',
    partly:
      '{{read}} of {{all}} timelines read. Figures from files cover all ranks; figures from timelines cover only the ranks that are read.',
    readAll: 'Read all',
    readAllCount_one: 'Read {{n}} more',
    readAllCount_other: 'Read all {{n}} others',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop reading',
    place: 'No. {{place}}',
    earlier: 'Earlier',
    next: 'Read next',
    drop: 'Remove',
    hint: 'Enter or a double click reads a rank next. Drag a rank, or press − and +, to change the order; Delete removes it from the queue. Ranks on screen in the timeline are read automatically.',
    command: {
      show: 'Queue of timelines…',
      all: 'Read all timelines',
      pause: 'Pause or resume reading timelines',
    },
  },
};
