/** Resolves at Ctrl+C, at a request to terminate, or when `signal` aborts. A second Ctrl+C ends the process at once. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      process.off('SIGHUP', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.on('SIGHUP', stop);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
