/** PyTorch’s own profiler (torch.profiler, pytorch.org), and PerfTracker’s collector. */
import type { RecipeChoice } from '../choices';
import { bashWord, pythonBoolean, pythonString } from '../quote';
import type { RecipeFile, RecipeWriter } from '../writer';
import { onlyRanks, rankGuard } from './pythonRanks';

export function pytorchFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const text = `# ${words('comment.loop')}
${onlyRanks(choice)}import torch


def profiled(batches):
    """${words('comment.docProfiled', { count: choice.count })}"""
${rankGuard(choice)}    with torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA],
        schedule=torch.profiler.schedule(wait=0, warmup=1, active=${choice.count}, repeat=1, skip_first=${choice.skipped}),
        on_trace_ready=torch.profiler.tensorboard_trace_handler(${pythonString(choice.output)}, use_gzip=True),
        record_shapes=${pythonBoolean(choice.question === 'kernel' || choice.hasMemory)},
        profile_memory=${pythonBoolean(choice.hasMemory)},
        with_stack=${pythonBoolean(choice.hasStack)},
    ) as prof:
        for batch in batches:
            yield batch
            prof.step()
`;
  return [{ name: 'tracelane_profile.py', kind: 'python', text }];
}

/**
 * Alibaba’s PAI documents the collector (help.aliyun.com, perftracker-online-performance-analysis-diagnostic-tool); its module in a
 * training loop as InternLM’s `internlm/train` has it. What its program is called differs by package, hence the variable.
 */
export function perftrackerFiles(choice: RecipeChoice, { words }: RecipeWriter): readonly RecipeFile[] {
  const hook = `# ${words('comment.perftrackerStep')}
try:
    from c4d_perftracker_collector.PerfTracker import PerfTracker

    _tracer = PerfTracker()
except ImportError:
    _tracer = None


def perftracker_step():
    if _tracer is not None:
        _tracer.step()
`;
  const ask = `#!/usr/bin/env bash
# ${words('comment.perftrackerAsk')}
set -euo pipefail
: "\${PERFTRACKER_COLLECTOR:?${words('comment.perftrackerMissing')}}"
mkdir -p -- ${bashWord(choice.output)}
exec "$PERFTRACKER_COLLECTOR" --trigger-on --auto-analyze --output-dir ${bashWord(choice.output)}
`;
  return [
    { name: 'tracelane_perftracker.py', kind: 'python', text: hook },
    { name: 'ask.sh', kind: 'shell', text: ask },
  ];
}
