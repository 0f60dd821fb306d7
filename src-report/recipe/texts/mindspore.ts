/**
 * MindSpore’s `Profiler` in a callback, and its environment variable. Arguments: mindspore.Profiler of 2.5 and later
 * (mindspore.cn, docs/en/r2.5.0); the callback as its tutorials have it; environment: mindspore/profiler/envprofiler.py (2.5) and
 * env_var_list of 2.3.
 */
import { levelNames } from '../../../src-contract/profiling/levels';
import { metricsFacts } from '../../../src-contract/profiling/metrics';
import { collectedMetrics, type RecipeChoice } from '../choices';
import { bashJson, pythonBoolean, pythonString } from '../quote';
import type { RecipeFile, RecipeWriter } from '../writer';

export function mindsporeFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const { unit, ranks, count, skipped } = choice;
  const metrics = collectedMetrics(choice);
  const doc = words('comment.docCallback', { count, skipped, unit: words(`unit.${unit}`) });
  const text = `# ${words('comment.callback')}
import os

import mindspore
from mindspore.profiler import AicoreMetrics, ProfilerActivity, ProfilerLevel


class ProfileSteps(mindspore.Callback):
    """${doc}"""

    first = ${skipped + 1}
    last = ${skipped + count}
    ranks = ${ranks.length === 0 ? 'None' : `{${ranks.join(', ')}}`}

    def __init__(self):
        super().__init__()
        self.profiler = None
        if self.ranks is None or int(os.environ.get("RANK_ID", "0")) in self.ranks:
            self.profiler = mindspore.Profiler(
                start_profile=False,
                output_path=${pythonString(choice.output)},
                activities=[ProfilerActivity.CPU, ProfilerActivity.NPU],
                profiler_level=ProfilerLevel.${levelNames[choice.level].mindspore},
                aic_metrics=AicoreMetrics.${metrics ?? 'AiCoreNone'},
                profile_memory=${pythonBoolean(choice.hasMemory)},
                with_stack=${pythonBoolean(choice.hasStack)},
                data_process=${pythonBoolean(choice.question === 'host')},
                mstx=${pythonBoolean(choice.level === 'none')},
            )

    def on_train_${unit}_begin(self, run_context):
        if self.profiler and run_context.original_args().cur_${unit}_num == self.first:
            self.profiler.start()

    def on_train_${unit}_end(self, run_context):
        if self.profiler and run_context.original_args().cur_${unit}_num == self.last:
            self.profiler.stop()

    def on_train_end(self, run_context):
        if self.profiler:
            self.profiler.analyse()
`;
  return [{ name: 'tracelane_profile.py', kind: 'python', text }];
}

/** Those who read it take the ten keys they know: up to 2.4 the first ten, later the last ten. */
export function mindsporeOptions(choice: RecipeChoice): Readonly<Record<string, unknown>> {
  const metrics = collectedMetrics(choice);
  const number = metrics && metricsFacts[metrics].mindsporeNumber;
  return {
    op_time: true,
    profile_communication: choice.question === 'communication' || choice.question === 'step',
    aicore_metrics: number ?? -1,
    timeline_limit: 500,
    start: true,
    output_path: choice.output,
    profile_memory: choice.hasMemory,
    l2_cache: false,
    data_process: choice.question === 'host',
    parallel_strategy: false,
    activities: ['CPU', 'NPU'],
    profiler_level: levelNames[choice.level].mindspore,
    // As the enumeration spells its value, not its name.
    aic_metrics: metrics ?? 'AicoreNone',
    with_stack: choice.hasStack,
  };
}

export function mindsporeEnvFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const text = `#!/usr/bin/env bash
# ${words('comment.msEnv')}
# ${words('comment.runWith', { name: 'profile.sh' })}
set -euo pipefail
export MS_PROFILER_OPTIONS=${bashJson(mindsporeOptions(choice))}
exec "$@"
`;
  return [{ name: 'profile.sh', kind: 'shell', text }];
}
