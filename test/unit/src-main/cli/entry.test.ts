import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { builtWorker } from '../../../fixtures/builtWorker';

const { programPath } = builtWorker();

/** Prints what the command prints when Node says that it is of this version. */
function versionUnder(node: string): { readonly code: number; readonly output: string } {
  const versions = `{value:{...process.versions,node:${JSON.stringify(node)}}}`;
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',${versions})`;
  try {
    const args = ['--import', pretend, programPath, '--version'];
    return { code: 0, output: execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }).trim() };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, output: `${stdout}${stderr}`.trim() };
  }
}

test('a Node that is too old is told in one sentence, before anything is loaded', () => {
  expect(versionUnder('20.18.1')).toEqual({ code: 1, output: 'Tracelane needs Node 20.19 or newer; this is 20.18.1.' });
  expect(versionUnder('20.19.0')).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});
