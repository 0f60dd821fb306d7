import { readFile, writeFile } from 'node:fs/promises';
import { type DaemonBehaviour, daemonBehaviours } from './liveOptions';

/** What the job can be told while it runs, one a line. */
export type Order =
  | { readonly kind: 'slow'; readonly factor: number | undefined }
  | { readonly kind: 'fast' | 'stall' | 'go' | 'restart' }
  | { readonly kind: 'end' }
  | { readonly kind: 'daemon'; readonly behaviour: DaemonBehaviour };

export const orderSyntax = `slow [FACTOR], fast, stall, go, restart, daemon ${daemonBehaviours.join('|')}, end`;

/** Undefined: it is none. */
export function orderOf(line: string): Order | undefined {
  const [kind, value, ...more] = line.trim().split(/\s+/);
  if (more.length > 0) return undefined;
  if (kind === 'slow') {
    const factor = value === undefined ? undefined : Number(value);
    return factor === undefined || (factor > 0 && Number.isFinite(factor)) ? { kind, factor } : undefined;
  }
  if (kind === 'daemon') {
    const behaviour = daemonBehaviours.find((own) => own === value);
    return behaviour && { kind, behaviour };
  }
  if (value !== undefined) return undefined;
  if (kind === 'end') return { kind };
  const isOfSteps = kind === 'fast' || kind === 'stall' || kind === 'go' || kind === 'restart';
  return isOfSteps ? { kind } : undefined;
}

/** Orders in a file: whole lines that have come since the last look. */
export class OrderFile {
  #read = 0;

  constructor(readonly path: string) {}

  async begin(): Promise<void> {
    await writeFile(this.path, '');
  }

  async look(): Promise<readonly string[]> {
    const text = await readFile(this.path, 'utf8').catch(() => '');
    if (text.length < this.#read) this.#read = 0;
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(this.#read, end).split('\n');
    this.#read = Math.max(this.#read, end);
    return lines.filter((line) => line.trim() !== '');
  }
}
