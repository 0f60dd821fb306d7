import { createContext } from 'react';
import { whenIdle } from '../../../base/whenIdle';
import { type GpuProbe, probeGpu } from './choose';

/** What the machine draws with: asked once for a window, which takes some 20 ms and waits for the browser's GPU process. */
export class Gpu {
  #probe: GpuProbe | undefined;

  constructor(
    readonly document: Document,
    readonly ask: (document: Document) => GpuProbe = probeGpu,
  ) {}

  probe(): GpuProbe {
    this.#probe ??= this.ask(this.document);
    return this.#probe;
  }

  /** Asks as soon as the window has nothing else to do: nobody waits for it then when a dump is opened. */
  probeWhenIdle(): void {
    whenIdle(this.document.defaultView, () => void this.probe());
  }
}

/** The window's; undefined: whoever draws asks for itself. */
export const GpuContext = createContext<Gpu | undefined>(undefined);
