import type { Remembered } from '../session/remembered';
import { searchOf, withSearch } from '../session/search/search';
import type { DumpSession } from '../session/session';
import type { AppController } from './appController';
import { filterText, lanesText, plainLanes } from './lanesText';
import { fragmentOf, type ViewAddress } from './viewAddress';

/** Browsers refuse more than some hundred changes of the address a minute. */
const PAUSE_MS = 400;

type AddressBar = Pick<Window, 'location' | 'history'>;

/** The fragment for what is shown right now; '' where it is nothing that could be opened again. */
export function currentFragment(controller: AppController): string {
  const shown = shownNow(controller);
  return shown ? fragmentOf(shown) : '';
}

/**
 * The same for somebody else, who may have arranged the lanes of this dump otherwise. `isWhole`: the arrangement is not too long to
 * be in it.
 */
export function fragmentToGive(controller: AppController): { readonly fragment: string; readonly isWhole: boolean } {
  const shown = shownNow(controller);
  if (!shown) return { fragment: '', isWhole: true };
  const { lanes = plainLanes, filter } = shown.remembered;
  const isWhole = lanesText(lanes) !== undefined && (!filter || filterText(filter) !== undefined);
  return { fragment: fragmentOf({ ...shown, remembered: { ...shown.remembered, lanes } }), isWhole };
}

function shownNow({ store, isLasting }: AppController): ViewAddress | undefined {
  const { screen, tab, panel, isPanelWanted } = store.getState();
  if (screen.kind !== 'dump') return undefined;
  const { session } = screen;
  const { dump, scrollTop, shownFlows, selectedSlice } = session.store.getState();
  const { paths, without, status } = dump;
  if (status === 'failed' || paths.length === 0 || !isLasting(paths)) return undefined;
  // Before all is read what is arranged is not there yet to be told.
  const lanes = status === 'ready' ? session.rememberLanes() : session.remembered.lanes;
  const wasArranged = session.remembered.lanes !== undefined;
  const remembered: Remembered = {
    ...withSearch(session, session.remember()),
    ...(lanes ? { lanes } : wasArranged && { lanes: plainLanes }),
    ...(shownFlows.size > 0 && { shownFlows }),
    // What is selected would be scrolled to otherwise.
    ...((scrollTop > 0 || selectedSlice !== undefined) && { scrollTop }),
    ...(isPanelWanted && { panel }),
  };
  return { paths, without, tab, remembered };
}

function followSession(session: DumpSession, changed: () => void, moved: () => void): () => void {
  const stops = [
    session.calmStore.subscribe(changed),
    searchOf(session).store.subscribe(changed),
    // Not by the dump, which may move it for as long as it is read or written.
    session.store.subscribe((now, before) => {
      const hasMoved = now.view !== before.view || now.scrollTop !== before.scrollTop;
      if (hasMoved && now.dump === before.dump) moved();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Keeps the address true to what is shown. Returns the function that stops it. */
export function followAddress(controller: AppController, bar: AddressBar): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasMoved = false;
  let followed: DumpSession | undefined;
  let stopSession: (() => void) | undefined;

  const write = () => {
    timer = undefined;
    // A view that moves with every frame is written down when it stands: nothing of this is in the way of a held key.
    if (hasMoved) {
      hasMoved = false;
      soon();
      return;
    }
    // What is being opened may be what the address asks for.
    if (controller.store.getState().screen.kind === 'opening') return;
    const fragment = currentFragment(controller);
    const { pathname, search, hash } = bar.location;
    if (hash === (fragment && `#${fragment}`)) return;
    bar.history.replaceState(bar.history.state, '', `${pathname}${search}${fragment && `#${fragment}`}`);
  };
  const soon = () => {
    timer ??= setTimeout(write, PAUSE_MS);
  };
  const moved = () => {
    hasMoved = timer !== undefined;
    soon();
  };
  const follow = () => {
    const { screen } = controller.store.getState();
    const session = screen.kind === 'dump' ? screen.session : undefined;
    if (session !== followed) {
      stopSession?.();
      stopSession = session && followSession(session, soon, moved);
      followed = session;
    }
    soon();
  };
  const stopController = controller.store.subscribe(follow);
  follow();
  return () => {
    stopController();
    stopSession?.();
    clearTimeout(timer);
  };
}
