/** Collectors that are told by the environment or on a command line: MindIE’s ATB, msprof. */
import { levelNames } from '../../../src-contract/profiling/levels';
import { collectedMetrics, type RecipeChoice } from '../choices';
import { bashWord } from '../quote';
import type { RecipeFile, RecipeWriter } from '../writer';

/**
 * ATB_PROFILING_ENABLE, PROFILING_LEVEL, PROFILING_FILEPATH, ATB_PROFILING_TENSOR_ENABLE: README of ATB’s models (examples,
 * atb_llm/utils/env.py). WITH_STACK_ENABLE is in MindIE’s list of variables; examples before it turn stacks on in run_pa.py.
 */
export function mindieFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const shapes =
    choice.question === 'kernel' ? `# ${words('comment.atbShapes')}\nexport ATB_PROFILING_TENSOR_ENABLE=1\n` : '';
  const text = `#!/usr/bin/env bash
# ${words('comment.atbRun')}
# bash profile.sh torchrun … -m examples.run_pa --max_output_length 10 …
set -euo pipefail
export ATB_PROFILING_ENABLE=1
export PROFILING_LEVEL=${levelNames[choice.level].torch}
export WITH_STACK_ENABLE=${choice.hasStack ? 1 : 0}
export PROFILING_FILEPATH=${bashWord(choice.output)}
${shapes}exec "$@"
`;
  return [{ name: 'profile.sh', kind: 'shell', text }];
}

/** Flags: MindStudio 8.3, Profiling, atlasprofiling_16_0009. `--ai-core` follows `--task-time` unless it is told. */
export function msprofFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const metrics = collectedMetrics(choice);
  const isDeep = choice.level === '2';
  const flags = [
    `--output=${bashWord(choice.output)}`,
    '--ascendcl=on',
    `--task-time=${metrics ? 'l1' : 'l0'}`,
    `--ai-core=${metrics ? 'on' : 'off'}`,
    ...(metrics ? [`--aic-metrics=${metrics}`] : []),
    ...(isDeep || choice.question === 'host' ? ['--runtime-api=on'] : []),
    ...(isDeep ? ['--aicpu=on'] : []),
    ...(choice.hasMemory ? ['--task-memory=on', '--sys-hardware-mem=on'] : []),
  ];
  const text = `#!/usr/bin/env bash
# ${words('comment.runWith', { name: 'profile.sh' })}
set -euo pipefail
mkdir -p -- ${bashWord(choice.output)}
exec msprof ${flags.join(' \\\n  ')} \\
  "$@"
`;
  return [{ name: 'profile.sh', kind: 'shell', text }];
}
