/** `torch_npu.profiler` in the training loop. Names: op-plugin, docs/zh/custom_APIs/torch_npu-profiler. */
import { levelNames } from '../../../src-contract/profiling/levels';
import { collectedMetrics, type RecipeChoice } from '../choices';
import { pythonBoolean, pythonString } from '../quote';
import type { RecipeFile, RecipeWriter } from '../writer';
import { onlyRanks, rankGuard } from './pythonRanks';

export function torchNpuFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const metrics = collectedMetrics(choice);
  const isHost = choice.question === 'host';
  const text = `# ${words('comment.loop')}
${onlyRanks(choice)}import torch_npu


def profiled(batches):
    """${words('comment.docProfiled', { count: choice.count })}"""
${rankGuard(choice)}    with torch_npu.profiler.profile(
        activities=[torch_npu.profiler.ProfilerActivity.CPU, torch_npu.profiler.ProfilerActivity.NPU],
        schedule=torch_npu.profiler.schedule(
            wait=0, warmup=1, active=${choice.count}, repeat=1, skip_first=${choice.skipped}
        ),
        on_trace_ready=torch_npu.profiler.tensorboard_trace_handler(${pythonString(choice.output)}),
        record_shapes=${pythonBoolean(choice.question === 'kernel')},
        profile_memory=${pythonBoolean(choice.hasMemory)},
        with_stack=${pythonBoolean(choice.hasStack)},
        experimental_config=torch_npu.profiler._ExperimentalConfig(
            profiler_level=torch_npu.profiler.ProfilerLevel.${levelNames[choice.level].torch},
            aic_metrics=torch_npu.profiler.AiCMetrics.${metrics ?? 'AiCoreNone'},
            msprof_tx=${pythonBoolean(choice.level === 'none')},
            gc_detect_threshold=${isHost ? '1.0' : 'None'},
${choice.question === 'communication' ? `            # ${words('comment.bandwidth')}\n` : ''}        ),
    ) as prof:
        for batch in batches:
            yield batch
            prof.step()
`;
  return [{ name: 'tracelane_profile.py', kind: 'python', text }];
}
