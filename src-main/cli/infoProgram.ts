import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KeptScript } from '../base/keptScript';
import { userDirs } from '../engine/user/userDirs';

/**
 * `tracelane info`, which is a script by itself (`infoMain.ts`) with V8's code of it kept for the next time: a small dump is read
 * sooner than Node loads modules. `entryUrl` is that of the built command. Resolves with the exit code.
 */
export async function main(entryUrl: string): Promise<number> {
  const { cacheDir } = userDirs(process.platform, process.env, homedir());
  const script = new KeptScript(fileURLToPath(new URL('info.cjs', entryUrl)), join(cacheDir, 'code'));
  const program = script.run() as typeof import('./infoMain');
  const exitCode = await program.main(entryUrl);
  script.keep();
  return exitCode;
}
