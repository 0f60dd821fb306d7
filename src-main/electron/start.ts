/**
 * What Electron starts: has Node keep what it compiles, and then runs the application. Awaited, since Electron is ready, and
 * takes no schemes any more, once this module has been evaluated.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { userDirs } from '../engine/user/userDirs';
import { keepCompiledCode } from './compiledCode';

const { cacheDir } = userDirs(process.platform, process.env, homedir());
keepCompiledCode(join(cacheDir, 'code'));

await import('./main');
