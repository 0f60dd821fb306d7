import { searchOf, withSearch } from '../session/search/search';
import type { DumpSession } from '../session/session';
import type { AppController } from './appController';
import { fragmentOf } from './viewAddress';

/** Browsers refuse more than some hundred changes of the address a minute. */
const PAUSE_MS = 400;

type AddressBar = Pick<Window, 'location' | 'history'>;

/** The fragment for what is shown right now; '' where it is nothing that could be opened again. */
export function currentFragment({ store, isLasting }: AppController): string {
  const { screen, tab } = store.getState();
  if (screen.kind !== 'dump') return '';
  const { paths, without, status } = screen.session.store.getState().dump;
  if (status === 'failed' || paths.length === 0 || !isLasting(paths)) return '';
  return fragmentOf({ paths, without, tab, remembered: withSearch(screen.session, screen.session.remember()) });
}

function followSession(session: DumpSession, changed: () => void, moved: () => void): () => void {
  const stops = [
    session.calmStore.subscribe(changed),
    searchOf(session).store.subscribe(changed),
    // Not by the dump, which may move it for as long as it is read or written.
    session.store.subscribe((now, before) => now.view !== before.view && now.dump === before.dump && moved()),
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
