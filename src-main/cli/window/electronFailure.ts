import { dirname, join } from 'node:path';
import { shellWord } from '../../../src-contract/cells/shellWord';
import { reasonOfCode } from '../../../src-contract/wire/systemErrors';
import type { LateStart } from './startWatch';

/** Why Electron showed no window. `output` is the last of what it printed. */
export type ElectronFailure =
  | { readonly kind: 'not-started'; readonly code: string | undefined }
  | {
      readonly kind: 'ended';
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
      readonly output: string;
    }
  | (LateStart & { readonly output: string });

interface Cause {
  /** In what Electron, Chromium or the system's loader prints. */
  readonly pattern: RegExp;
  /** `$1` is what the pattern's group matched. */
  readonly cause: string;
  readonly remedy: string | ((electronPath: string) => string);
}

const libraries = 'Debian, Ubuntu: libgtk-3-0 libnss3 libgbm1 libasound2; Fedora: gtk3 nss mesa-libgbm alsa-lib';

/** The first that fits counts. */
const causes: readonly Cause[] = [
  {
    pattern: /error while loading shared libraries: ([^\s:]+)/,
    cause: 'the library $1 is missing',
    remedy: `install what it needs (${libraries})`,
  },
  {
    pattern: /version [`'](GLIBC(?:XX)?_[\d.]+)' not found/,
    cause: 'the libraries of this system are too old for it ($1 is missing)',
    remedy: 'it needs a newer system',
  },
  {
    pattern: /SUID sandbox helper|No usable sandbox|Failed to move to new namespace|without --no-sandbox/,
    cause: 'the system refuses it the sandbox',
    remedy: sandboxRemedy,
  },
  {
    pattern:
      /Missing X server|(?:cannot|unable to|failed to) (?:open|connect to)[^\n]{0,40}(?:display|wayland)|Authorization required/i,
    cause: 'the display cannot be reached',
    remedy: 'check DISPLAY, WAYLAND_DISPLAY and who may use them',
  },
  {
    pattern: /\/dev\/shm/,
    cause: 'it cannot use /dev/shm',
    remedy: 'make that larger and writable (docker run --shm-size=1g)',
  },
  {
    pattern: /GPU process isn't usable/,
    cause: 'the graphics driver does not work with it',
    remedy: 'update the driver',
  },
  {
    // The loader's word, or a shell's that took it for a script.
    pattern: /Exec format error|cannot execute binary file|[Ss]yntax error/,
    cause: 'its binary is not for this machine',
    remedy: 'delete node_modules/electron/dist and start again',
  },
];

const seeOutput = 'TRACELANE_DEBUG=1 shows what it printed';
/** STATUS_DLL_NOT_FOUND of Windows. */
const missingDll = 0xc000_0135;

/** One sentence: why Electron showed no window, and what to do about it. */
export function failureSentence(failure: ElectronFailure, electronPath: string): string {
  return `Electron showed no window: ${explained(failure, electronPath)}.`;
}

/** Allows the binary its sandbox: the helper beside it, run as root, needs no leave of anybody. */
export function sandboxRemedy(electronPath: string): string {
  const helper = shellWord(join(dirname(electronPath), 'chrome-sandbox'), false);
  return `to allow it, sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`;
}

/** Cause and remedy, the ends of a sentence. */
function explained(failure: ElectronFailure, electronPath: string): string {
  if (failure.kind === 'not-started') return notStarted(failure.code, electronPath);
  for (const { pattern, cause, remedy } of causes) {
    const match = pattern.exec(failure.output);
    if (match === null) continue;
    return `${cause.replace('$1', () => match[1] ?? '')}; ${typeof remedy === 'string' ? remedy : remedy(electronPath)}`;
  }
  if (failure.kind === 'late') {
    const whatFor = failure.step === 'ready' ? 'it did not start' : 'nothing appeared';
    return `${whatFor} within ${Math.round(failure.afterMs / 1000)} s; ${seeOutput}`;
  }
  if (failure.signal !== null) return `it crashed (${failure.signal}); ${seeOutput}`;
  if (failure.code === missingDll) return 'a library of Windows is missing; install the updates of Windows';
  return `it ended at once (exit code ${failure.code}); ${seeOutput}`;
}

function notStarted(code: string | undefined, electronPath: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${electronPath} may not be executed; look at its permissions, and whether its disk is mounted noexec`;
    case 'ENOENT':
      // The file was there when it was looked for: what is missing is the loader that it names.
      return 'its binary is not for this system; it needs glibc, in the place usual for Linux';
    default:
      return `${reasonOfCode(code)}; start again`;
  }
}
