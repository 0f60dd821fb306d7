/** Opens dumps into the window, and opens the one that is there anew with more or less in it. */
import type { StoreApi } from 'zustand/vanilla';
import type { DumpId, DumpState, Engine, Notice } from '../../src-contract';
import { openSession } from '../session/createSession';
import type { Remembered } from '../session/remembered';
import type { RememberedLanes } from '../session/rememberedLanes';
import { withSearch } from '../session/search/search';
import type { DumpSession } from '../session/session';
import type { AppState, Opening } from './appState';
import { type MovedPaths, withMovedPlaces } from './movedPlaces';
import { lastPart, type OpenedPaths } from './openedPaths';
import { hasUsefulDump, whyUseless } from './usefulDump';

interface OpenerParts {
  readonly engine: Engine;
  readonly store: StoreApi<AppState>;
  readonly report: (notice: Notice) => void;
  readonly reportError: (error: unknown) => void;
  /** How the lanes of a dump were arranged when it was open before. */
  readonly lanesOf: (dump: DumpState) => RememberedLanes | undefined;
}

export interface Opener {
  /** The open dump, if one is. */
  session(): DumpSession | undefined;
  /** Over a useful dump, that one stays until there is something to see of the other. Resolves when it is, or is not to be. */
  open(what: Opening, ask: (engine: Engine) => Promise<DumpId>, remembered?: Remembered): Promise<void>;
  /** The open dump with other paths: it comes back as it was looked at, arranged and marked. `moved`: what lies elsewhere now. */
  change(to: OpenedPaths, moved?: MovedPaths): Promise<void>;
  /** What is being opened is closed again when it comes. */
  cancel(): void;
  leave(): void;
}

export function createOpener({ engine, store, report, reportError, lanesOf }: OpenerParts): Opener {
  /** Counts openings: a dump that arrives after another was asked for is closed again. */
  let openCount = 0;

  const opener: Opener = {
    session() {
      const { screen } = store.getState();
      return screen.kind === 'dump' ? screen.session : undefined;
    },
    async open(what, ask, remembered) {
      const opening = ++openCount;
      const isWanted = () => opening === openCount;
      const isKept = hasUsefulDump(store.getState().screen);
      if (!isKept) opener.leave();
      // Whoever opens something else has read what went wrong before.
      store.setState({ dialog: undefined, toasts: [], ...(isKept ? { opening: what } : beginning(what)) });
      try {
        const dumpId = await ask(engine);
        const session = await openSession(engine, dumpId, reportError, remembered, lanesOf);
        const reasons = isKept ? await whyUseless(session) : [];
        if (!isWanted()) session.dispose();
        else if (reasons.length > 0) {
          session.dispose();
          for (const reason of reasons) report(reason);
        } else {
          if (isKept) opener.leave();
          store.setState({ screen: { kind: 'dump', session }, ...freshPanel });
        }
      } catch (error) {
        if (!isWanted()) return;
        if (!isKept) store.setState({ screen: { kind: 'welcome' } });
        reportError(error);
      }
      if (isWanted()) store.setState({ opening: undefined });
    },
    change({ paths, without }, moved = new Map()) {
      const what = { kind: 'paths', title: paths.map(lastPart).join(', ') } as const;
      const session = opener.session();
      const remembered = session && withMovedPlaces(withSearch(session, session.rememberAll()), moved);
      return opener.open(what, (asked) => asked.open(paths, without), remembered);
    },
    cancel() {
      openCount++;
      store.setState({ opening: undefined });
    },
    leave() {
      opener.session()?.dispose();
    },
  };
  return opener;
}

const freshPanel = { panel: 'slice', isPanelWanted: false } as const;

/** The screen of something that is being opened where nothing is open. */
function beginning(what: Opening): Partial<AppState> {
  return { screen: { kind: 'opening', what }, ...freshPanel };
}
