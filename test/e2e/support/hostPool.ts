import { startHost, type TestHost } from './host';

/** Each has threads for every core, and takes some 170 MB; starting one takes two seconds of a core. */
const MOST_HOSTS = 5;

/** The hosts of a Playwright worker: one for each list of arguments, which the tests that ask for it share. */
export class HostPool {
  /** By arguments, the one that was asked for last at the end. */
  readonly #hosts = new Map<string, TestHost>();

  /** Its output is told from now on. */
  async hostOf(args: readonly string[]): Promise<TestHost> {
    const key = args.join('\0');
    const host = this.#hosts.get(key) ?? (await startHost(args));
    this.#hosts.delete(key);
    this.#hosts.set(key, host);
    for (const [oldest, { stop }] of [...this.#hosts].slice(0, -MOST_HOSTS)) {
      this.#hosts.delete(oldest);
      await stop();
    }
    return host.fromNowOn();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map((host) => host.stop()));
  }
}
