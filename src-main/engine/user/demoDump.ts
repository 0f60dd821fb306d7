import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import { notSaved } from '../../base/ownFiles';
import { temporaryName } from '../../base/temporary';
import type { ThreadPool } from '../threads/threadPool';
import type { UserDirs } from './userDirs';

/** The demo as the welcome page opens it. A change of these, or of what the generator writes, needs a new folder name. */
const DEMO = {
  folder: 'demo-3',
  ranks: 8,
  steps: 4,
  model: { layersPerStage: 1, microBatches: 4 },
  parallel: { tensor: 2, pipeline: 2, data: 2 },
  faults: [
    { kind: 'slow-rank', rank: 3, factor: 1.35 },
    { kind: 'slow-link', between: [4, 5], factor: 0.25 },
  ],
  seed: 7,
} as const;

export const DEMO_TITLE = 'Demo';

export function demoFolder({ cacheDir }: UserDirs): string {
  return join(cacheDir, DEMO.folder);
}

/** Answers its folder; rejects with a `NotSavedError`. Written aside and renamed, so that a demo folder that exists is whole. */
export async function makeDemo(userDirs: UserDirs, pool: ThreadPool): Promise<string> {
  const { folder: _folder, ...sizes } = DEMO;
  const folder = demoFolder(userDirs);
  const exists = await access(folder).then(
    () => true,
    () => false,
  );
  if (exists) return folder;
  const aside = temporaryName(folder);
  try {
    await mkdir(userDirs.cacheDir, { recursive: true });
    await pool.runInThread((api) => api.generateDemo({ folder: aside, ...sizes }));
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true }).catch(() => {});
    throw systemCode(error) === undefined ? error : notSaved('The demo', error);
  }
  return folder;
}
