/** What the Ranks tab says, in English. */
import type { Translated } from '../../base/i18n/mergeStrings';

export const strings = {
  ranks: {
    title: 'Ranks',
    resize: 'Resize',
    said: '{{count}} ranks, from summaries.',
    missing: '{{count}} are missing.',
    leftOut: '{{count}} files or ranks are left out.',
    one: 'Rank {{rank}}',
    table: 'Ranks',
    empty: 'No ranks',
    scale: {
      title: 'How far tracelane scale is',
      definition:
        'Each rank is summarised where its data lies, and the job is made of the summaries. Looked at every few seconds.',
      said: '{{done}} of {{count}} ranks have their summary.',
      queue: 'Tasks in Slurm’s queue: {{running}} running, {{waiting}} waiting.',
      silent: 'Slurm does not tell: {{why}}',
      ended: 'Nothing of it is in Slurm’s queue any more: the same command does what is missing.',
      elsewhere:
        'The run was not given to Slurm: whether it still goes on is not known here. The same command does what is missing.',
      later: 'The job is made when all tasks have ended.',
      made: 'The job is made.',
      madeWithout: 'The job is made without those that are missing.',
      notMade: 'The job was not made: {{why}}',
      open: 'Show the job',
      missing: 'Ranks without a summary',
      unknown: 'A rank',
      more: 'and {{count}} more',
    },
    grid: {
      title: '{{metric}}, rank by rank',
      definition: 'Each cell is a rank. A click chooses it; Ctrl + wheel zooms.',
      metric: 'Shown',
      fold: 'Rows',
      place: 'Place',
    },
    fold: {
      number: 'First rank',
      host: 'Host',
      pipeline: 'Stage (PP)',
      data: 'Data parallel (DP)',
      tensor: 'Tensor parallel (TP)',
      context: 'Context parallel (CP)',
      expert: 'Expert parallel (EP)',
    },
    chosen: {
      none: 'One rank',
      how: 'Click a cell, or open a row, to see where the rank’s dump is and which ranks are least like it.',
      dump: 'Its dump',
      unlike: 'Least like it:',
      unlikeDefinition:
        'The two ranks whose steps differ most: the sum of the differences of computing, moving, waiting, exposed, Free and bubble.',
      open: 'Open its timeline',
      openAll: 'Beside the two least like it',
    },
    notIn: {
      title: 'Not in the summary',
      definition: 'Ranks of the job that are in no summary, and files that were left out.',
      missing: '{{count}} ranks have no summary:',
      more: 'and {{count}} more',
    },
    why: {
      'not-a-summary': 'not a summary of ranks ({{detail}})',
      damaged: 'damaged or cut off ({{detail}})',
      'other-version': 'written by another version of Tracelane',
      unreadable: 'cannot be read ({{detail}})',
      'other-job': 'of another job ({{detail}})',
      'same-rank': 'its rank is in {{detail}} already',
    },
    column: {
      rank: { title: 'Rank', definition: 'Number of the rank in the job.' },
      host: { title: 'Host', definition: 'The machine that the rank ran on.' },
      pipeline: { title: 'Stage', definition: 'Place in the pipeline (PP).' },
      data: { title: 'DP', definition: 'Place in data parallelism.' },
      tensor: { title: 'TP', definition: 'Place in tensor parallelism.' },
      context: { title: 'CP', definition: 'Place in context parallelism.' },
      expert: { title: 'EP', definition: 'Place in expert parallelism.' },
      stepNs: { title: 'Step', definition: 'Computing + exposed communication + Free, mean of the steps.' },
      computingNs: { title: 'Computing', definition: 'The device computes, mean of the steps.' },
      exposedNs: {
        title: 'Exposed communication',
        definition: 'Communication that nothing is computed beside, mean of the steps.',
      },
      movingNs: { title: 'Moving', definition: 'Exposed communication in which data moves, mean of the steps.' },
      waitingNs: {
        title: 'Waiting',
        definition: 'Exposed communication in which the rank waits for peers, mean of the steps.',
      },
      freeNs: { title: 'Free', definition: 'The device does nothing, mean of the steps.' },
      preparingNs: {
        title: 'Preparing',
        definition: 'From the step’s begin to the first work of the device, mean of the steps.',
      },
      bubbleNs: { title: 'Bubble', definition: 'Waiting for other stages of the pipeline, mean of the steps.' },
      frequencyMHz: { title: 'AI Core frequency', definition: 'Mean over the recording.' },
      peakBytes: { title: 'Memory peak', definition: 'Most memory of the framework’s allocator.' },
      growthBytesPerStep: { title: 'Memory growth', definition: 'By so much memory grows a step.' },
      hostBusy: { title: 'Host busy', definition: 'Busy share of the host’s processors, 0 to 1.' },
      stepCount: { title: 'Steps', definition: 'Steps that were recorded.' },
      folder: { title: 'Dump', definition: 'Where the rank’s own files were when it was summarised.' },
    },
  },
};

export type RanksTexts = Translated<typeof strings>;
