/** How what is found looks, for the window of data at hand: asked for again when either is another. */
import type { DumpId, ViewportQuery, ViewportResult } from '../../../src-contract';
import { LatestAnswer } from '../../base/latestAnswer';
import type { FoundSearch } from '../../session/search/search';
import { DataWindow } from './dataWindow';
import type { WindowRequest } from './windowPlan';

interface Asked {
  readonly found: FoundSearch;
  readonly request: WindowRequest;
}

export interface PictureOptions {
  readonly ask: (found: FoundSearch, window: Omit<ViewportQuery, 'dump'>) => Promise<ViewportResult>;
  readonly dump: DumpId;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

export class FoundPicture {
  /** The last one; it stays while the next is awaited. Undefined where nothing is searched for. */
  window: DataWindow | undefined;
  private asked: Asked | undefined;
  private readonly loader: LatestAnswer<Asked, DataWindow>;

  constructor({ ask, dump, onChange, onError }: PictureOptions) {
    this.loader = new LatestAnswer({
      ask: async ({ found, request }: Asked) => {
        const { basis: _basis, isBrief: _isBrief, ...window } = request;
        return new DataWindow({ ...window, dump }, await ask(found, window));
      },
      onAnswer: (window) => {
        // Nothing is searched for any more.
        if (this.asked === undefined) return;
        this.window = window;
        onChange();
      },
      onError: (error) => {
        this.asked = undefined;
        onError(error);
      },
    });
  }

  forget(): void {
    this.asked = undefined;
    this.window = undefined;
    this.loader.cancelPending();
  }

  /** Call it once a frame; it asks nothing twice. */
  need(found: FoundSearch, request: WindowRequest): void {
    if (this.asked?.found.version === found.version && this.asked.request === request) return;
    this.asked = { found, request };
    this.loader.request(this.asked);
  }

  dispose(): void {
    this.loader.dispose();
  }
}
