/**
 * What Electron's main process tells the command that started it, each as one message on the channel that Node opens for
 * `stdio: 'ipc'`. The command gives each step its time, and takes a process that ends before "shown" or "passed-on" for
 * one that failed.
 *
 * - `ready`: Electron itself works: display, libraries, sandbox.
 * - `shown`: the first window is on the screen.
 * - `passed-on`: another process of ours has the windows, and opens there what was asked for.
 */
export const starterMessages = ['ready', 'shown', 'passed-on'] as const;

export type StarterMessage = (typeof starterMessages)[number];

/** Resolves when it is sent. Nobody is told where no command waits: started from a menu, or the command is gone. */
export function tellStarter(message: StarterMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    // An error here means that the channel was closed meanwhile, which is the same as nobody waiting.
    else process.send(message, undefined, undefined, () => resolve());
  });
}

export function isStarterMessage(message: unknown): message is StarterMessage {
  return (starterMessages as readonly unknown[]).includes(message);
}
