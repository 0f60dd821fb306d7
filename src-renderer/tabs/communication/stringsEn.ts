/** What the Communication tab says, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  communication: {
    title: 'Communication',
    resize: 'Resize',
    pages: 'View',
    page: {
      ranks: 'Ranks',
      groups: 'Groups',
      matrix: 'Links',
      lanes: 'Side by side',
      collectives: 'Collectives',
      arrivals: 'Arrivals',
      difference: 'A → B',
    },
    pageHint: {
      ranks: 'Time per rank, late ranks, packet sizes',
      groups: 'Groups and types of collectives: members, calls, time, bytes, bandwidth',
      matrix: 'Traffic between ranks: size, time and bandwidth',
      lanes: 'Collectives of all ranks, one lane per rank',
      collectives: 'All collectives of all ranks',
      arrivals: 'When each peer arrived at each collective, derived from the waits',
      difference: 'What changed from A to B: collectives and links',
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
    missing: 'Some ranks lack these files: {{list}}',
    groupRanks: '{{name}} ({{ranks}})',
    ranksUnknown: 'ranks unknown',
    source: {
      'communication.json': 'From communication.json',
      'analysis.db': 'From analysis.db',
      'profiler.db': 'From the profiler’s database: no transports, no wait times',
      cluster: 'From the job’s summary',
      timeline: 'From the timeline: no transports, no wait times',
      'job-summary': 'Summaries: sums over all steps',
    },
    job: {
      title: 'Not in the job file',
      notHere:
        'The job file has sums per rank, group and type, over all steps. Single collectives, arrivals, packet sizes and the split of exposed communication are in the ranks’ own dumps.',
      how: 'Choose a rank to see where its dump is.',
      dump: 'Dump of rank {{rank}}',
      noPlace: 'Its summary does not say where the rank’s own dump is.',
      open: 'Open its dump',
      choose: 'Choose this rank',
      lateOfAll: 'Over all collectives: the job file doesn’t tell late ranks apart by group or type.',
      slowOfAll: 'Held against all links of the job, of which the job file has the slowest.',
      slowest:
        'The job file has the {{kept}} slowest of {{count}} links, each against the mean of its transport. “Bandwidth by transport” is over all of them.',
      notTold: 'This job file was made before it had anything of communication. Make it again with tracelane reduce.',
    },
    groups: {
      title: 'Groups',
      definition:
        'Collectives of each communication group: times and bytes are sums over all its ranks. A double click shows the ranks of one group.',
      show: 'Show only these',
    },
    types: {
      title: 'Types of collectives',
      definition: 'The same by type of collective. A double click shows one type.',
    },
    bars: {
      title: 'Elapsed time of collectives, by rank',
      definition:
        'Elapsed = transit + wait + idle, as counted by the profiler. Transit (data on the wire) and wait (for peers) are those of the plane that waited least; idle is the rest, including waits on the other planes. “Exposed communication” shows the time during which any plane waited.',
      empty: 'No collectives match the filters.',
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
      showCollectives: 'Go to this rank’s collectives',
      showTimeline: 'Go to timeline',
      noSlice: 'The timeline has no slice for this collective.',
    },
    late: {
      title: 'Late ranks',
      definition:
        'Ranks that arrive last at collectives, and by how much after the second-to-last: the most that can be gained by removing the delay. Measured on the rank that waited longest, by its own clock; without recorded waits, from the ranks’ starts if their clocks can be aligned. Pipeline sends and receives are excluded, because stages arrive one after another by design.',
      none: 'No rank arrived more than {{from}} after the others.',
      untold_one:
        '{{count}} collective can’t be judged: no rank recorded waits for the others, and the ranks’ clocks can’t be aligned.',
      untold_other:
        '{{count}} collectives can’t be judged: no rank recorded waits for the others, and the ranks’ clocks can’t be aligned.',
      notProfiled: 'not profiled',
      notProfiledHint: 'This rank’s folder is not open; its arrivals are derived from the other ranks’ waits.',
      place: 'Position {{place}} in its group',
      placeHint: 'The dump does not record which rank has this position in the group.',
      summary: 'last at {{last}} of {{seen}}, worst {{worst}} at {{op}}',
      show: 'Go to timeline',
    },
    slow: {
      title: 'Slow links',
      definition:
        'Links slower than {{share}} of the mean of their transport, or more than {{deviations}} standard deviations below links alike; where fewer than 11 are alike, slower than {{share}} of the reference bandwidth and {{apart}} of the mean.',
      none: 'No slow links: links of the same transport have similar bandwidth.',
      line: '{{bandwidth}}, mean of {{transport}} {{mean}}',
    },
    profiled: { yes: 'yes', no: 'no' },
    exposed: {
      title: 'Exposed communication',
      definition:
        'Communication not overlapped by computing, split by what the planes did: moving data, waiting for a peer (union over all planes), or neither.',
      moving: 'Moving data',
      waiting: 'Waiting for peers (any plane)',
      waitingHint: 'Union of the waits (Notify_Wait) on all planes, within exposed communication.',
      profilerWait: 'Wait (least-waiting plane)',
      profilerWaitHint:
        'The profiler’s own figure for the same rank, as in the chart: it counts only the plane that waited least.',
      difference: 'Difference',
      differenceHint: 'The profiler counts this difference as idle time: {{idle}} on this rank.',
      rest: 'Neither',
      waitedMost: 'Waited most for {{peer}}',
      none: 'Moving and waiting can only be separated with a timeline that has planes.',
    },
    contention: {
      title: 'Alone and beside computing',
      definition:
        'Bandwidth of the same collectives (type, group, size), all ranks together: alone (up to {{aloneUpTo}} of the call runs beside computing), and beside computing (at least {{besideFrom}}). × is the number of calls. Bandwidth is bytes moved over links divided by the links’ transit time; waits are left out. Both use the device memory’s bandwidth: slower beside computing is contention.',
      alone: 'Alone',
      beside: 'Beside computing',
      show: 'Group {{group}}, measured on ranks {{ranks}}. Click to list its collectives.',
      none: 'No collective was seen at least {{leastCalls}} times alone and {{leastCalls}} times beside computing on one rank. This needs sizes of collectives and a timeline.',
    },
    packets: {
      title: 'Packet sizes',
      definition: 'Packets by size, per transport. Small packets don’t reach the link’s bandwidth.',
      by: 'Bar height',
      count: 'Count',
      time: 'Time',
      empty: 'The files contain no packet data.',
      size: 'Size',
      small: '{{transport}}: {{share}} of the time in packets under {{limit}}',
      smallHint: 'Small packets don’t reach the transport’s bandwidth. Send larger messages (fusion, larger buckets).',
      unaligned_one: '{{transport}}: {{count}} collective not aligned to {{block}} B',
      unaligned_other: '{{transport}}: {{count}} collectives not aligned to {{block}} B',
      unalignedHint:
        'Packets whose size is not a multiple of {{block}} bytes are slower. Pad them. {{names}}: {{sizes}}',
    },
    transports: {
      title: 'Bandwidth by transport',
      definition:
        'Bytes between ranks divided by transit time, over all links, compared with the transport’s reference bandwidth.',
      share: '{{share}}\u202f% of {{reference}}',
      exact: '{{size}} in total',
      none: 'The files contain no traffic between ranks.',
    },
    reference: {
      title: 'Reference bandwidths',
      text: 'Bandwidth that a link of each transport should reach. Applies to all dumps.',
      reset: 'Reset to defaults',
      invalid: 'Enter a number greater than 0 and less than 100,000.',
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
          'Bytes / transit time per pair, in 10^9 bytes per second. Slow links are outlined. Pairs with less than 1 MB have no colour, because latency dominates.',
        reference: 'Bandwidth per pair as a share of its transport’s reference. Slow links are outlined.',
        size: 'Bytes transferred per pair. Slow links are outlined.',
        time: 'Time with data on the wire per pair. Slow links are outlined.',
        transport: 'Transport that carried the data. Slow links are outlined.',
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
      groupLocal: 'Numbers are positions in the group: the dump does not record its ranks.',
      empty: 'No traffic matches the filters.',
      everyPair: 'All pairs',
      pair: 'Only {{source}} → {{target}}',
    },
    lanes: {
      title: 'Collectives of all ranks',
      key: 'Colours of the groups',
      definition:
        'One lane per rank, one bar per collective. The last rank to arrive is marked if it arrived {{from}} or more after the first, and by more than the clock error.',
      clocks:
        'The ranks’ clocks can’t all be aligned: each lane uses the rank’s own clock. Late ranks are only identified within groups whose own collectives align their clocks.',
      empty: 'The files have no start times of collectives.',
      start: 'Start',
      elapsed: 'Elapsed',
      late: 'After the first rank',
      last: 'Last to arrive',
      help: 'Arrow keys move between collectives and ranks; Enter goes to the timeline; + and - zoom; 0 shows everything.',
      group: 'Group',
      rank: 'Rank',
      zoomReset: 'Show everything',
    },
    arrivals: {
      none: 'Arrivals need a timeline with the waits (Notify_Wait) on a rank’s planes.',
      plot: 'Arrivals at {{op}}, as rank {{observer}} saw them',
      plotDefinition:
        'Arrival of each rank at the collective, as seen by the rank that waited longest (its clock): the end of its first wait for that peer. Ranks that stand out from the others are outlined. Shows the collective of the selected row, or else the one with the longest wait.',
      after: 'After the observer',
      map: 'Lateness by rank and collective',
      mapDefinition:
        'How long after the first one each rank came to each collective, in the order in which they came about: as the rank that waited longest saw it. Ranks that stand out from the others are framed where there is room; empty cells are ranks that are not of the group. A click shows the collective below. Of more than 1,000 collectives, those with the longest waits.',
      collective: 'Collective',
      step: 'Step {{step}}',
    },
    command: { showSelection: 'Go to Communication' },
    column: {
      each: {
        size: { title: '{{name}} size', definition: 'Bytes that went over {{name}}.' },
        time: { title: '{{name}} time', definition: 'Transit time over {{name}}.' },
        bandwidth: { title: '{{name}} bandwidth', definition: 'Bytes over {{name}} divided by their transit time.' },
      },
      jobName: { title: 'Dump', definition: 'Of several dumps the one that the row is about.' },
      rank: { title: 'Rank', definition: 'Rank number in the job.' },
      count: { title: 'Collectives', definition: 'Collectives, sends and receives that match the filters.' },
      host: { title: 'Host', definition: 'Host that the rank ran on.' },
      memberCount: { title: 'Members', definition: 'Ranks in the group. Empty: the dump does not record them.' },
      members: { title: 'Ranks', definition: 'Ranks in the group, in its order.' },
      types: { title: 'Types', definition: 'Types of collectives that match the filters.' },
      opCount: {
        title: 'Collectives',
        definition: 'Collectives, sends and receives that match the filters, each counted once for all its ranks.',
      },
      callCount: { title: 'Calls', definition: 'The same, counted on each rank.' },
      meanNs: { title: 'Mean', definition: 'Elapsed / calls.' },
      groupCount: { title: 'Groups', definition: 'Communication groups with collectives of this type.' },
      rankCount: { title: 'Ranks', definition: 'Ranks with collectives of this type.' },
      step: { title: 'Step', definition: 'Profiler step.' },
      op: { title: 'Collective', definition: 'Name of the collective in its group.' },
      type: { title: 'Type', definition: 'allReduce, allGather, send …' },
      group: { title: 'Group', definition: 'Communication group, with its purpose where the dump records it.' },
      startNs: { title: 'Start', definition: 'Start on this rank, since the beginning of the dump.' },
      lateNs: {
        title: 'Late by',
        definition:
          'Start on this rank relative to the first start among ranks with aligned clocks. Empty: no aligned rank to compare with.',
      },
      ofReference: {
        title: 'Of reference',
        definition: 'Bandwidth as a share of the transport’s reference: see “Reference bandwidths” on the Ranks page.',
      },
      elapseNs: { title: 'Elapsed', definition: 'From the start of a collective to its end on this rank.' },
      transitNs: {
        title: 'Transit',
        definition:
          'Time with data on the wire, on the plane that waited least, as counted by the profiler. Can be 0 for a collective that moved data.',
      },
      waitNs: {
        title: 'Wait (least plane)',
        definition: 'Time waiting for peers, on the plane that waited least, as counted by the profiler.',
      },
      synchronizationNs: {
        title: 'Sync',
        definition: 'Synchronisation: the part of the wait before the first data transfer.',
      },
      idleNs: {
        title: 'Idle',
        definition: 'Elapsed − transit − wait, as counted by the profiler. Includes the waits of all planes but one.',
      },
      waitRatio: { title: 'Wait ratio', definition: 'Wait / (wait + transit).' },
      synchronizationRatio: { title: 'Sync ratio', definition: 'Sync / (sync + transit).' },
      source: { title: 'From rank', definition: 'Rank that sends.' },
      target: { title: 'To rank', definition: 'Rank that receives.' },
      transport: {
        title: 'Transport',
        definition: 'Transport that carried the data: HCCS within a host, RDMA between hosts, LOCAL within the device.',
      },
      messageBytes: {
        title: 'Message',
        definition: 'Bytes that the rank contributes to the collective, from its event’s args.',
      },
      sizeBytes: { title: 'Size', definition: 'Bytes transferred. MB in the files are 10^6 bytes.' },
      bandwidthGBps: { title: 'Bandwidth', definition: 'Size / transit time, in 10^9 bytes per second.' },
      observer: { title: 'Seen by', definition: 'Rank whose timeline recorded the wait.' },
      peer: { title: 'Peer', definition: 'Rank that was waited for.' },
      isProfiled: {
        title: 'Profiled',
        definition: 'Whether the peer’s folder is open. Empty: its rank number is unknown.',
      },
      isOutlying: {
        title: 'Stands out',
        definition: 'Whether the peer came much later to this collective than its other ranks, as this rank saw it.',
      },
      afterNs: {
        title: 'Arrived after',
        definition:
          'End of the first wait for the peer, relative to the start of the collective on the observing rank. A few µs: the peer was there first.',
      },
      arrivedNs: { title: 'Arrived at', definition: 'The same instant, since the beginning of the dump.' },
    },
  },
};

export type CommunicationTexts = Translated<typeof strings>;
