import { appendFile } from 'node:fs/promises';
import type { LiveFramework } from './liveOptions';
import type { DoneStep } from './stepHistory';

const STEPS = 100_000;
const SAMPLES = 512;

/** The log of a training job: a line a step, as its framework writes it. */
export class LogWriter {
  #spentMs = 0;

  constructor(
    readonly path: string,
    readonly framework: LiveFramework,
  ) {}

  async write(step: DoneStep): Promise<void> {
    this.#spentMs += step.durationMs;
    await appendFile(this.path, lineOf(this.framework, step, this.#spentMs));
  }
}

function lineOf(framework: LiveFramework, { step, durationMs, endMs }: DoneStep, spentMs: number): string {
  const seconds = durationMs / 1000;
  const loss = (2 + 8 / Math.sqrt(step)).toFixed(6);
  const day = stamp(endMs);
  switch (framework) {
    case 'megatron':
      return ` [${day}] iteration ${String(step).padStart(8)}/${String(STEPS).padStart(8)} | consumed samples: ${String(step * SAMPLES).padStart(12)} | elapsed time per iteration (ms): ${durationMs.toFixed(1)} | learning rate: 1.250000E-06 | global batch size: ${String(SAMPLES).padStart(5)} | lm loss: ${loss} | loss scale: 1.0 | grad norm: 1.000 | number of skipped iterations:   0 | number of nan iterations:   0 |\n`;
    case 'deepspeed':
      return `steps: ${step} loss: ${loss} iter time (s): ${seconds.toFixed(3)} samples/sec: ${(SAMPLES / seconds).toFixed(3)}\n`;
    case 'huggingface':
      return `\r${barOf(step)}| ${step}/${STEPS} [${clock(spentMs)}<${clock((STEPS - step) * durationMs)}, ${rateOf(seconds)}]`;
    case 'lightning':
      return `\rEpoch 0: ${barOf(step)}| ${step}/${STEPS} [${clock(spentMs)}<${clock((STEPS - step) * durationMs)}, ${rateOf(seconds)}, v_num=0]`;
    case 'mindspore':
      return `epoch: 1 step: ${step}, loss is ${loss}\nTrain epoch time: ${durationMs.toFixed(3)} ms, per step time: ${durationMs.toFixed(3)} ms\n`;
    case 'mindformers':
      return `${day},000 - mindformers[mindformers/core/callback/callback.py:681] - INFO - {  Epoch:[  1/  1], step:[${String(step).padStart(6)}/${STEPS}], loss: ${loss}, per_step_time: ${Math.round(durationMs)}ms, lr: 1e-05, overflow cond: False, loss_scale: 1.0, global_norm: [1.0], train_throughput_per_npu: 170.000T\n`;
  }
}

function barOf(step: number): string {
  const share = step / STEPS;
  return `${String(Math.floor(100 * share)).padStart(3)}%|${'█'.repeat(Math.floor(10 * share)).padEnd(10)}`;
}

function rateOf(seconds: number): string {
  return seconds < 1 ? `${(1 / seconds).toFixed(2)}it/s` : `${seconds.toFixed(2)}s/it`;
}

/** "01:05", "2:01:05". */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`;
}

/** As the job's own clock shows it, without a zone. */
function stamp(epochMs: number): string {
  const local = new Date(epochMs - new Date(epochMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}
