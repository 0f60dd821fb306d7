import { app, type JumpListCategory, Menu } from 'electron';
import type { RecentDump } from '../../src-contract';

/** So many are in a menu. */
const mostShown = 10;

/** Those that are still there, one entry for each title that is told apart by its path. */
export function shownRecents(recents: readonly RecentDump[]): readonly { label: string; paths: readonly string[] }[] {
  const there = recents.filter(({ exists }) => exists).slice(0, mostShown);
  return there.map(({ title, paths }) => {
    const isAmbiguous = there.filter((other) => other.title === title).length > 1;
    return { label: isAmbiguous ? `${title} (${paths.join(', ')})` : title, paths };
  });
}

/** Recent dumps where the system shows them: the dock's menu on macOS, the jump list on Windows. */
export function showRecentsInSystem(
  recents: readonly RecentDump[],
  heading: string,
  open: (paths: readonly string[]) => void,
): void {
  const shown = shownRecents(recents);
  if (process.platform === 'darwin') {
    const items = shown.map(({ label, paths }) => ({ label, click: () => open(paths) }));
    app.dock?.setMenu(Menu.buildFromTemplate(items));
  } else if (process.platform === 'win32') app.setJumpList(jumpList(shown, heading, process.execPath));
}

/** Each a start of the program with the paths: the system's own list of recent files takes no folders. */
export function jumpList(shown: ReturnType<typeof shownRecents>, heading: string, program: string): JumpListCategory[] {
  const items = shown.map(({ label, paths }) => ({
    type: 'task' as const,
    title: label,
    // The shell cuts a description off after 260 letters, and refuses a longer one.
    description: paths.join(', ').slice(0, 260),
    program,
    args: ['--', ...paths.map(quoted)].join(' '),
  }));
  return items.length === 0 ? [] : [{ type: 'custom', name: heading, items }];
}

/** For the command line of Windows: a path has no quotes, but a backslash before the closing one would escape it. */
function quoted(path: string): string {
  return `"${path.replace(/\\+$/, (end) => end + end)}"`;
}
