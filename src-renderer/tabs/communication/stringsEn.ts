/** What the Communication tab says, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  communication: {
    title: 'Communication',
    resize: 'Resize',
    pages: 'What to look at',
    page: { ranks: 'Ranks', matrix: 'Links', lanes: 'Side by side', collectives: 'Collectives', arrivals: 'Arrivals' },
    pageHint: {
      ranks: 'Times of each rank, late ranks, packet sizes',
      matrix: 'Who sends to whom, how much and how fast',
      lanes: 'The collectives of all ranks, one lane a rank',
      collectives: 'Every collective of every rank',
      arrivals: 'When each peer came to each collective, as the waits tell',
    },
    scope: {
      step: 'Step',
      group: 'Group',
      type: 'Type',
      op: 'Collective',
      all: 'All',
      rank: 'Rank',
      clear: 'Show everything',
    },
    missing: 'Not all ranks have these files: {{list}}',
    groupRanks: '{{name}} ({{ranks}})',
    ranksUnknown: 'ranks not known',
    source: {
      'communication.json': 'From communication.json',
      'analysis.db': 'From analysis.db',
      'profiler.db': 'From the profiler’s database: no transports, no wait times',
      cluster: 'From the summary of the job',
      timeline: 'From the timeline: no transports, no wait times',
    },
    bars: {
      title: 'Elapsed time of collectives, by rank',
      definition:
        'Elapsed = transit + wait + idle, as the profiler counts them: data on the wire and waiting for peers, both on the plane that waited least, and what is left. While that plane waits little, the waiting of the others is idle time here: “Exposed communication” has the time that any plane waited.',
      empty: 'No collectives in what is chosen.',
    },
    part: {
      transit: 'Transit',
      wait: 'Wait (least-waiting plane)',
      idle: 'Idle (with waits of other planes)',
      elapsed: 'Elapsed',
    },
    table: {
      ranks: 'Times by rank',
      links: 'Links',
      collectives: 'Collectives',
      arrivals: 'Arrivals',
      showCollectives: 'Show this rank’s collectives',
      showTimeline: 'Show in the timeline',
      noSlice: 'The timeline has no slice for it.',
    },
    late: {
      title: 'Late ranks',
      definition:
        'Who came last to collectives, and how much later than the next to last: removing it gains that at most. As the rank saw it that waited longest, by its own clock; where no waits were recorded, from the starts of the ranks, if their clocks can be aligned. Sends and receives of a pipeline are left out: its stages come one after another by design.',
      none: 'No rank came more than {{from}} after the others.',
      untold_one:
        'Nothing is said of {{count}} collective: no rank recorded waiting for the others there, and the clocks of its ranks can’t be aligned.',
      untold_other:
        'Nothing is said of {{count}} collectives: no rank recorded waiting for the others there, and the clocks of their ranks can’t be aligned.',
      notProfiled: 'not profiled',
      notProfiledHint: 'No folder of this rank was opened: it is known from what the others waited for.',
      place: 'Place {{place}} of its group',
      placeHint: 'The dump does not tell which rank has this place in the group.',
      summary: 'last at {{last}} of {{seen}}, worst {{worst}} at {{op}}',
      show: 'Show in the timeline',
    },
    slow: {
      title: 'Slow links',
      definition:
        'Links below {{share}} of the mean of their transport, or more than {{deviations}} standard deviations below it.',
      none: 'All links of a transport are about as fast.',
      line: '{{bandwidth}}, mean of {{transport}} {{mean}}',
    },
    profiled: { yes: 'yes', no: 'no' },
    exposed: {
      title: 'Exposed communication',
      definition:
        'Communication that no computing hides, split by what the planes did: moving data, waiting for a peer (union over all planes), or neither.',
      moving: 'Moving data',
      waiting: 'Waiting for peers (any plane)',
      waitingHint: 'Union of the waits (Notify_Wait) on all planes, within exposed communication.',
      profilerWait: 'Wait (least-waiting plane)',
      profilerWaitHint:
        'The profiler’s own number for the same rank, as in the chart: it counts only the plane that waited least.',
      difference: 'Difference of the two',
      differenceHint: 'The profiler counts it as idle time: {{idle}} on this rank.',
      rest: 'Neither',
      waitedMost: 'Waited most for',
      none: 'It takes a timeline with planes to tell moving from waiting.',
    },
    packets: {
      title: 'Packet sizes',
      definition: 'Packets by size, for each transport. Small ones don’t reach the bandwidth of the link.',
      by: 'Height of the bars',
      count: 'Count',
      time: 'Time',
      empty: 'The files tell of no packets.',
      size: 'Size',
      small: '{{share}} of the time in packets under {{limit}}',
      smallHint:
        'Small packets don’t reach the bandwidth of their transport: send more at a time (fuse, larger buckets).',
      unaligned_one: '{{count}} collective with sizes off {{block}} B',
      unaligned_other: '{{count}} collectives with sizes off {{block}} B',
      unalignedHint: 'Packets that are no multiple of {{block}} bytes move slower: pad them. {{names}}: {{sizes}}',
    },
    transports: {
      title: 'Bandwidth by transport',
      definition:
        'Bytes between ranks over the time they took, all links together, against what the transport should reach.',
      share: '{{share}} % of {{reference}}',
      exact: '{{size}} in all',
      none: 'The files tell of no traffic between ranks.',
    },
    reference: {
      title: 'Bandwidths of reference',
      text: 'What a link of each transport should reach. They are kept for all dumps.',
      reset: 'Back to the defaults',
      invalid: 'More than 0, less than 100,000.',
    },
    matrix: {
      card: 'Rank to rank',
      title: {
        bandwidth: 'Bandwidth, rank to rank',
        reference: 'Share of the reference, rank to rank',
        size: 'Bytes, rank to rank',
        time: 'Transit time, rank to rank',
        transport: 'Transport, rank to rank',
      },
      definition: {
        bandwidth:
          'Bytes over transit time of each pair, 10^9 bytes a second. Slow links have a frame; pairs with less than 1 MB have no colour, since there the time is latency.',
        reference: 'Bandwidth of each pair against what its transport should reach. Slow links have a frame.',
        size: 'Bytes moved from rank to rank. Slow links have a frame.',
        time: 'Time that data was on the wire. Slow links have a frame.',
        transport: 'What carried the data. Slow links have a frame.',
      },
      metrics: 'Show',
      metric: {
        bandwidth: 'Bandwidth',
        reference: 'Share of reference',
        size: 'Size',
        time: 'Transit time',
        transport: 'Transport',
      },
      from: 'From rank',
      to: 'To rank',
      transport: 'Transport',
      all: 'All transports',
      withoutLocal: 'Between ranks',
      groupLocal: 'Numbers are places in the group: the dump does not tell which ranks it has.',
      empty: 'No traffic in what is chosen.',
      everyPair: 'All pairs',
      pair: 'Only {{source}} → {{target}}',
    },
    lanes: {
      title: 'Collectives of all ranks',
      definition:
        'One lane a rank, one bar a collective from its start to its end. A mark stands at the last to arrive, if it came {{from}} or more after the first, and by more than the clocks of the ranks may be off.',
      clocks:
        'The clocks of the ranks can’t all be aligned: each lane is by the rank’s own clock. Who came late is told within groups whose own collectives align their clocks.',
      empty: 'No starts of collectives are known.',
      start: 'Start',
      elapsed: 'Elapsed',
      late: 'After the first rank',
      last: 'Last to arrive',
      help: 'Arrow keys go from collective to collective and from rank to rank, Enter shows it in the timeline; + and - zoom, 0 shows everything.',
      group: 'Group',
      rank: 'Rank',
      zoomReset: 'Show everything',
    },
    arrivals: {
      none: 'It takes a timeline with the waits (Notify_Wait) of a rank’s planes to tell when peers arrived.',
      plot: 'Arrivals at {{op}}, as rank {{observer}} saw them',
      plotDefinition:
        'When each rank came, after the rank that waited longest, by the clock of that rank: when its first wait for the other ended. Shown is the collective of the chosen row, else the one at which a rank was waited for longest.',
      after: 'After the observer',
    },
    command: { showSelection: 'Show in Communication' },
    column: {
      rank: { title: 'Rank', definition: 'Number of the rank in the job.' },
      count: { title: 'Collectives', definition: 'Collectives, sends and receives in what is chosen.' },
      step: { title: 'Step', definition: 'Step of the profiler.' },
      op: { title: 'Collective', definition: 'Name of the collective in its group.' },
      type: { title: 'Type', definition: 'allReduce, allGather, send …' },
      group: { title: 'Group', definition: 'Communication group: what it is for, where the dump tells.' },
      startNs: { title: 'Start', definition: 'Start on this rank, since the beginning of the dump.' },
      lateNs: {
        title: 'Late by',
        definition:
          'Start on this rank, after the start on the first of the ranks whose clocks are aligned. Empty where none can be compared.',
      },
      ofReference: {
        title: 'Of reference',
        definition: 'Bandwidth against what the transport should reach: “Bandwidths of reference” on the page Ranks.',
      },
      elapseNs: { title: 'Elapsed', definition: 'From the start of a collective to its end on this rank.' },
      transitNs: {
        title: 'Transit',
        definition:
          'Data on the wire, on the plane that waited least, as the profiler counts it. It may be 0 for a collective that moved data.',
      },
      waitNs: {
        title: 'Wait (least plane)',
        definition: 'Waiting for peers, on the plane that waited least, as the profiler counts it.',
      },
      synchronizationNs: { title: 'Sync', definition: 'The part of the wait before the first data moved.' },
      idleNs: {
        title: 'Idle',
        definition: 'Elapsed less transit and wait, as the profiler counts them: waits of all but one plane are in it.',
      },
      waitRatio: { title: 'Wait ratio', definition: 'Wait / (wait + transit).' },
      synchronizationRatio: { title: 'Sync ratio', definition: 'Sync / (sync + transit).' },
      source: { title: 'From rank', definition: 'Rank that sends.' },
      target: { title: 'To rank', definition: 'Rank that receives.' },
      transport: {
        title: 'Transport',
        definition: 'What carried the data: HCCS inside a host, RDMA between hosts, LOCAL within the device.',
      },
      messageBytes: {
        title: 'Message',
        definition: 'What the rank puts into the collective, by the args of its event.',
      },
      sizeBytes: { title: 'Size', definition: 'Bytes moved. The files’ MB are 10^6 bytes.' },
      bandwidthGBps: { title: 'Bandwidth', definition: 'Size over transit time, 10^9 bytes a second.' },
      observer: { title: 'Seen by', definition: 'Rank whose timeline tells it.' },
      peer: { title: 'Peer', definition: 'Rank that was waited for.' },
      isProfiled: {
        title: 'Profiled',
        definition: 'Whether a folder of the peer was opened; empty where its number in the job is not known.',
      },
      afterNs: {
        title: 'Arrived after',
        definition:
          'End of the first wait for the peer, after the start of the collective on the rank that saw it. A few µs: it was there before.',
      },
      arrivedNs: { title: 'Arrived at', definition: 'The same instant, since the beginning of the dump.' },
    },
  },
};

export type CommunicationTexts = Translated<typeof strings>;
