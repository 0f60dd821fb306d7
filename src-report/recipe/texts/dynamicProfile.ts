/** torch_npu’s `dynamic_profile`. Keys: Ascend/pytorch, torch_npu/profiler/_dynamic_profiler/_dynamic_profiler_config_context.py. */
import { profilerConfig } from '../../../src-contract/profiling/profilerConfig';
import { collectedMetrics, type RecipeChoice } from '../choices';
import { jsonText } from '../quote';
import type { RecipeFile, RecipeWriter } from '../writer';

export function dynamicProfileFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const config = profilerConfig({
    ...{ output: choice.output, steps: choice.count, level: choice.level, metrics: collectedMetrics(choice) },
    ...{ hasMemory: choice.hasMemory, hasStack: choice.hasStack, hasShapes: choice.question === 'kernel' },
    ...{ hasMarks: choice.level === 'none', ranks: choice.ranks, isAnalysed: true },
    gcThresholdMs: choice.question === 'host' ? 1 : undefined,
  });
  const start = `#!/usr/bin/env bash
# ${words('comment.dynamicStart')}
#   from torch_npu.profiler import dynamic_profile as dp
#   dp.init(os.environ["PROF_CONFIG_PATH"])
# ${words('comment.runWith', { name: 'start.sh' })}
set -euo pipefail
export PROF_CONFIG_PATH="\${PROF_CONFIG_PATH:-$PWD/tracelane_profile_config}"
mkdir -p -- "$PROF_CONFIG_PATH"
exec "$@"
`;
  const ask = `#!/usr/bin/env bash
# ${words('comment.dynamicAsk')}
set -euo pipefail
here="$(cd -- "$(dirname -- "\${BASH_SOURCE[0]}")" && pwd)"
folder="\${PROF_CONFIG_PATH:-$PWD/tracelane_profile_config}"
cp -- "$here/profiler_config.json" "$folder/profiler_config.json.new"
mv -- "$folder/profiler_config.json.new" "$folder/profiler_config.json"
`;
  return [
    { name: 'profiler_config.json', kind: 'json', text: `${jsonText(config, 2)}\n` },
    { name: 'start.sh', kind: 'shell', text: start },
    { name: 'ask.sh', kind: 'shell', text: ask },
  ];
}
