/**
 * How training frameworks write a step into their log: by the sources that print the line (DeepSpeed `timer.py` and `pipe/engine.py`,
 * MindFormers `callback.py` and its later loggers, MindSpore `TimeMonitor`) and by logs that people have shown (tqdm of Hugging Face
 * and Lightning).
 */

/**
 * Named groups: `step`; one of `ms`, `s` and `rate` (steps or samples a second); `total`, the number of steps that is counted up to;
 * `epoch`, in which steps are counted anew; `rank`.
 */
export interface LogPattern {
  /** Each line that matches has it; looking for it costs less than the pattern. */
  readonly hint: string;
  readonly pattern: RegExp;
  /** Progress bars are drawn again without a new step, and others than that of the training count up to less. */
  readonly isBar?: true;
  /** Steps of an epoch are numbered behind those of the epochs before, this being the first, where the line tells of an epoch. */
  readonly firstEpoch?: 0 | 1;
  /** `rate` counts samples: how many make a step is not told, so times are those of a sample. */
  readonly isOfSample?: true;
}

export interface LogPreset {
  readonly title: string;
  readonly patterns: readonly LogPattern[];
}

/** Every `{0,400}` is a bound on what a line that was made to be slow can cost. */
const megatron: LogPattern = {
  hint: 'elapsed time per iteration (ms)',
  pattern:
    /\biteration\s{1,12}(?<step>\d+)\/\s{0,12}(?<total>\d+)\s?\|[^\n]{0,400}?elapsed time per iteration \(ms\): (?<ms>[\d.]+)/,
};

export const logPresets = {
  megatron: { title: 'Megatron-LM', patterns: [megatron] },
  mindspeed: { title: 'MindSpeed', patterns: [megatron] },
  deepspeed: {
    title: 'DeepSpeed',
    patterns: [
      {
        hint: 'iter time (s):',
        // Losses of the model's own may stand between, "lm_loss: 0.1234" each.
        pattern:
          /\bsteps?:\s{1,8}(?<step>\d+)(?: \/\s{1,8}(?<total>\d+))? loss: \S{1,40} [^\n]{0,400}?iter time \(s\): (?<s>[\d.]+)/,
      },
      {
        hint: 'CurrSamplesPerSec=',
        pattern:
          /\bglobal_step=(?<step>\d+), RunningAvgSamplesPerSec=[^,\s]{1,40}, CurrSamplesPerSec=(?<rate>[\d.]+(?:e[-+]?\d+)?)/,
        isOfSample: true,
      },
    ],
  },
  huggingface: {
    title: 'Hugging Face Trainer',
    // Bars with words before them are those of loading, mapping and evaluating.
    patterns: [bar(/\s{0,8}\d{1,3}%\|[^|]{0,200}\|\s?(?<step>\d+)\/(?<total>\d+) \[[\d:]+<[\d:?]+, ?/)],
  },
  lightning: {
    title: 'Lightning',
    patterns: [
      {
        // A data set that does not tell its length has no share, and "?" for its end.
        ...bar(
          /Epoch (?<epoch>\d+):\s{1,4}(?:\d{1,3}%)?\|[^|]{0,200}\|\s?(?<step>\d+)\/(?<total>\d+|\?) \[[\d:]+<[\d:?]+, ?/,
        ),
        firstEpoch: 0,
      },
      {
        ...bar(/Epoch (?<epoch>\d+)\/-?\d+\s[^\d]{1,400}(?<step>\d+)\/(?<total>\d+) [\d:]+ • [\d:-]+ /),
        firstEpoch: 0,
      },
    ],
  },
  mindspore: {
    title: 'MindSpore',
    patterns: [
      {
        hint: 'per_step_time:',
        pattern:
          /(?:\bEpoch:\[\s{0,8}(?<epoch>\d+)\/\s{0,8}\d+\], )?\bstep:\[\s{0,8}(?<step>\d+)\/\s{0,8}(?<total>\d+)\],[^\n]{0,400}?per_step_time:\s{1,8}(?<ms>[\d.]+) ?ms/,
        firstEpoch: 1,
      },
      {
        hint: ', step time: ',
        pattern: /\bEpoch (?<epoch>\d+)\/\d+, Step (?<step>\d+)\/(?<total>\d+), step time: (?<ms>[\d.]+) ?ms/,
        firstEpoch: 1,
      },
      { hint: 'per step time:', pattern: /\bper step time: (?<ms>[\d.]+) ?ms/ },
    ],
  },
} as const satisfies Readonly<Record<string, LogPreset>>;

export type LogPresetId = keyof typeof logPresets;

export function isLogPreset(text: string): text is LogPresetId {
  return Object.hasOwn(logPresets, text);
}

/**
 * tqdm, and what looks like it: "1.13it/s", or "2.50s/it" where a step takes longer than a second. A bar begins its line, but for the
 * "[rank0]:" or "[default0]:" of torchrun.
 */
function bar(head: RegExp): LogPattern {
  const rate = /\s{0,4}(?:(?<rate>[\d.]+)it\/s|(?<s>[\d.]+)s\/it)/;
  const before = /^(?:\[[a-z]{1,16} ?\d{1,6}\]:\s?)?/;
  return { hint: 'it', pattern: new RegExp(before.source + head.source + rate.source), isBar: true };
}
