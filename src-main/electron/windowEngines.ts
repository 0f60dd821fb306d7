import type { WebContents } from 'electron';
import type { DumpId, Engine, HostInfo } from '../../src-contract';
import { type ClientEngine, createClientEngine } from '../host/clientEngine';
import type { InitialDump } from '../host/initialDump';
import { openPolicy } from '../host/pathPolicy';

/**
 * That a page's process has died may be known only after its port is closed; until then its dumps stay open for the page that
 * takes its place.
 */
const graceMs = 1_000;

export interface WindowEnginesOptions {
  readonly engine: Engine;
  readonly host: HostInfo;
  readonly initialDump: InitialDump | undefined;
  /** What the window is to open, when its page asks for the first time. */
  takeInitialPaths(contents: WebContents): readonly string[];
  onOpened(dump: DumpId, contents: WebContents): void;
}

/** The Engine of each window's page, and the dump that goes from one page of a window to the next. */
export class WindowEngines {
  readonly #options: WindowEnginesOptions;
  readonly #current = new Map<WebContents, ClientEngine>();
  readonly #handedOver = new Map<WebContents, Promise<InitialDump | undefined>>();

  constructor(options: WindowEnginesOptions) {
    this.#options = options;
  }

  create(contents: WebContents): ClientEngine {
    const { engine, host, initialDump, onOpened, takeInitialPaths } = this.#options;
    const inherited = this.#handedOver.get(contents);
    this.#handedOver.delete(contents);
    const client = createClientEngine({
      engine,
      host,
      policy: openPolicy,
      initialPaths: () => takeInitialPaths(contents),
      onOpened: (dump) => onOpened(dump, contents),
      ...(initialDump && { initialDump }),
      ...(inherited && { inherited }),
    });
    this.#current.set(contents, client);
    return client;
  }

  /** The dump that the window shows stays open until its next page is there, whatever the present one does. */
  keepDump(contents: WebContents): void {
    const client = this.#current.get(contents);
    if (client !== undefined && !this.#handedOver.has(contents)) this.#handedOver.set(contents, client.handOver());
  }

  /** The page of this Engine has gone, or is about to. */
  disconnected(contents: WebContents, client: ClientEngine): void {
    if (!contents.isDestroyed()) {
      setTimeout(() => void client.dispose(), graceMs);
      return;
    }
    if (this.#current.get(contents) === client) this.#current.delete(contents);
    void client.dispose();
    // No page comes any more that could take it.
    void this.#handedOver.get(contents)?.then(async (left) => {
      const dump = await left?.take(left.paths);
      if (dump !== undefined) await this.#options.engine.close(dump);
    });
    this.#handedOver.delete(contents);
  }
}
