/**
 * Where files of the disk come from: a page's `File` tells no path, so the test says before a drop which paths it drops, in
 * their order. Anything else has no path, as a file has that a script made.
 */
const pathOf = new WeakMap<File, string>();

declare global {
  interface Window {
    __electronStandInDrops?: readonly string[];
  }
}

/** Before the page's own listeners get to see a drop. */
export function watchDrops(): void {
  window.addEventListener(
    'drop',
    ({ dataTransfer }) => {
      const paths = window.__electronStandInDrops ?? [];
      [...(dataTransfer?.files ?? [])].forEach((file, at) => {
        if (paths[at] !== undefined) pathOf.set(file, paths[at]);
      });
    },
    { capture: true },
  );
}

/** `webUtils.getPathForFile`. */
export function pathOfFile(file: unknown): string {
  if (!(file instanceof File))
    throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
  return pathOf.get(file) ?? '';
}
