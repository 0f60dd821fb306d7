import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DoneStep } from './stepHistory';

/** As msMonitor rotates unless it is told otherwise. */
const ROTATE_LINES = 10_000;
const KERNELS = ['MatMulV3', 'FlashAttentionScore', 'AddRmsNorm'];

type Members = Readonly<Record<string, string | number | bigint>>;

/** What `npu-monitor --export-type Jsonl` writes: markers of steps, some kernels, and a collective in which ranks wait for the slowest. */
export class MonitorWriter {
  readonly #paths: string[] = [];
  #lines = 0;
  #id = 0;

  constructor(
    readonly folder: string,
    readonly ranks: number,
    readonly processId: number,
  ) {}

  async write(own: DoneStep): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    if (this.#paths.length === 0 || this.#lines >= ROTATE_LINES) await this.#begin(own.endMs);
    const texts = Array.from({ length: this.ranks }, (_, rank) => this.#linesOf(own, rank));
    this.#lines += texts[0].length;
    await Promise.all(texts.map((lines, rank) => appendFile(this.#paths[rank], `${lines.join('\n')}\n`)));
  }

  async #begin(nowMs: number): Promise<void> {
    const time = new Date(nowMs).toISOString().replace(/\D/g, '');
    this.#lines = 0;
    for (let rank = 0; rank < this.ranks; rank++) {
      this.#paths[rank] = join(this.folder, `msmonitor_${this.processId + rank}_${time}_${rank}.jsonl`);
      const head = lineOf('rank_device_map', { rank, device: rank });
      await appendFile(this.#paths[rank], `${head}\n`);
    }
  }

  #linesOf({ step, durationMs, endMs, busyMs }: DoneStep, rank: number): string[] {
    const endNs = BigInt(Math.round(endMs * 1000)) * 1000n;
    const at = (ms: number): bigint => endNs - BigInt(Math.round((durationMs - ms) * 1e6));
    const [host, device] = [{ processId: this.processId + rank, threadId: this.processId + rank }, { deviceId: rank }];
    const marker = { name: `step ${step}`, startNs: at(0), endNs: at(durationMs), domain: 'default' };
    const each = busyMs[rank] / KERNELS.length;
    const kernels = KERNELS.map((name, index) => {
      const times = { startNs: at(index * each), endNs: at((index + 1) * each) };
      return lineOf('Kernel', {
        name,
        ...times,
        ...device,
        streamId: 2,
        type: 'KERNEL_AICORE',
        correlationId: ++this.#id,
      });
    });
    const sum = { name: 'hcom_allReduce__0', startNs: at(busyMs[rank]), endNs: at(durationMs), ...device, streamId: 4 };
    return [
      lineOf('Marker', { sourceKind: 'Host', ...marker, ...host, id: step }),
      ...kernels,
      lineOf('Communication', {
        ...sum,
        ...{ dataType: 'BFP16', count: 67_108_864, commName: 'dp_group', algType: 'RING', correlationId: ++this.#id },
      }),
    ];
  }
}

/** ns since the epoch are no float64: their digits are written. */
function lineOf(kind: string, members: Members): string {
  const told = Object.entries(members).map(
    ([name, value]) => `"${name}":${typeof value === 'bigint' ? value : JSON.stringify(value)}`,
  );
  return `{"kind":"${kind}",${told.join()}}`;
}
