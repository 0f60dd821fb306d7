/**
 * Whoever reads what we print may stop reading (`tracelane open … | head`), or be gone with its terminal. The windows
 * stay open all the same.
 */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}
