/** What the section "Step trace" says, in English. */
export const traceStrings = {
  none: 'No step trace: this dump has no file or lane with the phases of its steps. Choose the kernels that begin forward and end backward, if it has a timeline.',
  noSuchOps: 'No step has both kernels. Choose others, or go back to automatic.',
  stepTakes: 'Step {{step}} takes {{total}}.',
  meanTakes_one: 'The step takes {{total}}.',
  meanTakes_other: 'On average over {{n}} steps, a step takes {{total}}.',
  noPhases: 'Forward and backward are not recorded, as in inference.',
  parts:
    'Interval {{interval}} ({{intervalShare}} %), forward and backward {{forwardBackward}} ({{forwardBackwardShare}} %), tail {{tail}} ({{tailShare}} %).',
  longest: {
    interval: 'The interval between steps takes the longest: check the preparation of data.',
    forwardBackward: 'Forward and backward take the longest: check the operators.',
    tail: 'The tail takes the longest: check the collectives and the parallel strategy.',
  },
  collectives: 'Collectives run for {{time}} of the step ({{share}} %).',
  titleMean_one: 'Phases of the step',
  titleMean_other: 'Phases of the mean step',
  titleStep: 'Phases of step {{step}}',
  definition:
    'A step goes from the end of the step before to its own end. The mean leaves out the first step, as MindSpore does.',
  source: {
    'step-trace-raw': 'From step_trace_raw_*.csv.',
    'step-trace-table': 'From msprof’s step_trace_* files.',
    timeline: 'From the Step Trace lane of the timeline.',
    'chosen-ops': 'Cut at the kernels you chose.',
  },
  picture: 'The step and its phases, to scale',
  step: 'Step',
  phases: 'Phases',
  collective: 'Collective on {{lane}}',
  phase: { interval: 'Interval', forwardBackward: 'Forward and backward', tail: 'Tail (parameter update)' },
  phaseDefinition: {
    interval: 'From the end of the step before to the first kernel of forward: mostly reading data from the queue.',
    forwardBackward: 'From the first kernel of forward to the last one of backward.',
    tail: 'From the last kernel of backward to the end: last collectives and the update of the parameters.',
  },
  column: { start: 'Start', end: 'End', duration: 'Duration', share: 'Share' },
  columnDefinition: {
    start: 'Since the start of the step',
    end: 'Since the start of the step',
    duration: 'End minus start',
    share: 'Of the step',
  },
  op: { forwardStart: 'Forward starts with', backwardEnd: 'Backward ends with' },
  opDefinition: {
    forwardStart:
      'What PROFILING_FP_START sets while recording: forward starts with the first kernel of this name in a step.',
    backwardEnd:
      'What PROFILING_BP_END sets while recording: backward ends with the last kernel of this name in a step.',
  },
  chooseBoth: 'Choose the other kernel as well.',
  automatic: 'Automatic',
  mean: 'Mean of the steps',
  overSteps: 'Phases over the steps',
  overStepsDefinition: 'Duration of each phase in each step. Click to show that step.',
};
