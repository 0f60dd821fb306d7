import { spawn } from 'node:child_process';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { plainly, type Spoken, SpokenError, spoken } from '../../src-watch/words/spoken';
import { systemText } from '../../src-watch/words/systemText';

/** A command of the user’s own that takes longer is ended. */
const LIMIT_MS = 10 * 60_000;
const GRACE_MS = 5_000;

/**
 * Runs it in a shell of its own, with what it may want to know in its environment, never in the command itself. Resolves with a
 * sentence; rejects where it fails. What it prints goes to the watcher’s stderr.
 */
export function runUserCommand(
  command: string,
  environment: Readonly<Record<string, string>>,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<Spoken> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32';
    const child = spawn(command, {
      shell: true,
      // A group of its own: with the shell ends what it has started.
      detached: !isWindows,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 2, 2],
    });
    const end = (name: NodeJS.Signals): void => {
      if (child.pid === undefined) return;
      try {
        if (isWindows) child.kill(name);
        else process.kill(-child.pid, name);
      } catch (error) {
        // It has ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    };
    let isTooLong = false;
    const late = setTimeout(() => {
      isTooLong = true;
      end('SIGTERM');
    }, limitMs);
    const atLast = setTimeout(() => end('SIGKILL'), limitMs + GRACE_MS);
    const stop = (): void => end('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    const cleanUp = (): void => {
      clearTimeout(late);
      clearTimeout(atLast);
      signal.removeEventListener('abort', stop);
    };
    child.once('error', (error) => {
      cleanUp();
      const own = systemCode(error);
      reject(
        new SpokenError(
          spoken('command.not-started', (language) => ({
            reason: own === undefined ? error.message : systemText(own, language),
          })),
        ),
      );
    });
    child.once('exit', (code, by) => {
      cleanUp();
      if (code === 0) resolve(spoken('command.started'));
      else if (isTooLong) reject(new SpokenError(spoken('command.late', { seconds: limitMs / 1000 })));
      else {
        const how = code === null ? plainly(String(by)) : spoken('program.exit-code', { code });
        reject(new SpokenError(spoken('command.failed', (language) => ({ code: how[language] }))));
      }
    });
  });
}
