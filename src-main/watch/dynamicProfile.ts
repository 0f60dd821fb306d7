import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../src-contract/wire/systemErrors';
import { dynamicProfileText, type ProfileRequest } from '../../src-watch/requests/profileRequest';
import { writeOwnFile } from '../base/ownFiles';

/** In the folder that `PROF_CONFIG_PATH` names. */
export function dynamicProfilePath(folder: string): string {
  return join(folder, 'profiler_config.json');
}

/** What is to be written there; what others have set stays. Rejects with the system’s error. */
export async function nextDynamicProfile(folder: string, request: ProfileRequest): Promise<string> {
  return dynamicProfileText(request, await readBefore(dynamicProfilePath(folder)));
}

/** Aside, and renamed: a job never reads half of it. */
export async function requestDynamicProfile(folder: string, request: ProfileRequest): Promise<void> {
  await writeOwnFile(dynamicProfilePath(folder), await nextDynamicProfile(folder, request));
}

async function readBefore(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    // Not there yet, or no JSON: the job could not read it either.
    if (systemCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
