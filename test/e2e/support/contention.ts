/**
 * How many times longer things take here right now because others use the processor too; 1 where nobody does. What the
 * program must do in some seconds on a machine of its own may take so much longer.
 */
export function contention(): number {
  const [startMs, start] = [performance.now(), process.cpuUsage()];
  let spentMs = 0;
  while (spentMs < 200) {
    const { user, system } = process.cpuUsage(start);
    spentMs = (user + system) / 1000;
  }
  return (performance.now() - startMs) / spentMs;
}
