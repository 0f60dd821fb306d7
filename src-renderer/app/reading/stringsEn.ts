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
      '{{read}} of {{all}} timelines are read. What comes from files covers all ranks; what needs a timeline covers those only.',
    readAll: 'Read all',
    readAllCount_one: 'Read {{n}} more',
    readAllCount_other: 'Read all {{n}} others',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop reading',
    place: 'No. {{place}}',
    earlier: 'Earlier',
    next: 'Read next',
    drop: 'Take out',
    hint: 'Enter or a double click reads a rank next. Drag a rank, or press − and +, to change the order; Delete takes it out. Ranks on screen in the timeline are read by themselves.',
    command: {
      show: 'Queue of timelines…',
      all: 'Read all timelines',
      pause: 'Pause or resume reading timelines',
    },
  },
};
