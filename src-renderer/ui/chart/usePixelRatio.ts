import { useSyncExternalStore } from 'react';

/** Pixels of the screen in a CSS pixel; followed, since zooming the page or another screen changes it. */
export function usePixelRatio(): number {
  return useSyncExternalStore(subscribe, pixelRatio);
}

const pixelRatio = () => window.devicePixelRatio || 1;

function subscribe(onChange: () => void): () => void {
  let query: MediaQueryList;
  // A query holds for one ratio: each change takes a new one.
  const listen = () => {
    query = window.matchMedia(`(resolution: ${pixelRatio()}dppx)`);
    query.addEventListener('change', changed, { once: true });
  };
  const changed = () => {
    listen();
    onChange();
  };
  listen();
  // Where a browser tells of the size alone.
  window.addEventListener('resize', onChange);
  return () => {
    query.removeEventListener('change', changed);
    window.removeEventListener('resize', onChange);
  };
}
