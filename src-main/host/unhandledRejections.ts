/**
 * Reports what failed without anybody waiting for it, one line each, and lets the program go on: by itself Node would end
 * it, and with it every window and every dump. Answers what undoes it.
 */
export function reportUnhandledRejections(report: (line: string) => void): () => void {
  const onRejection = (reason: unknown): void => {
    const what = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
    report(`Something failed that nobody waited for; Tracelane goes on (${what})`);
    if (process.env.TRACELANE_DEBUG !== undefined) console.error(reason);
  };
  process.on('unhandledRejection', onRejection);
  return () => process.off('unhandledRejection', onRejection);
}
