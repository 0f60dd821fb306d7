import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { builtWorker } from '../../../fixtures/builtWorker';
import { describeDumps, dumpPath } from '../../../fixtures/dumps';
import { temporaryFolder } from '../../../fixtures/indexed';

const FOLDERS = ['ascend', 'broken', 'chrome', 'kineto', 'mindspore'];
/** Neither is a dump: where a trace was, and a csv file by itself. */
const NO_DUMPS = ['broken/git_lfs_stub_trace.json', 'broken/trunc_kernel_details.csv'];

interface Told {
  readonly findings: readonly {
    readonly title: string;
    readonly titleZh: string;
    readonly cause: { readonly text: string };
    readonly advice: readonly string[];
    readonly effects: readonly string[];
  }[];
  readonly trust: readonly { readonly text: string }[];
  readonly notReported: readonly { readonly title: string }[];
  readonly notRun: readonly { readonly reason: string }[];
}

/** What is said, as far as it is made of the dump's values. */
function sentencesOf({ findings, trust, notReported, notRun }: Told): readonly string[] {
  return [
    ...findings.flatMap(({ title, titleZh, cause, effects }) => [title, titleZh, cause.text, ...effects]),
    ...trust.map(({ text }) => text),
    ...notReported.map(({ title }) => title),
    ...notRun.map(({ reason }) => reason),
  ];
}

describeDumps('on every real dump', () => {
  const { programPath } = builtWorker();
  const schema = z.fromJSONSchema(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/findings.schema.json'), 'utf8')),
  );
  const paths = FOLDERS.flatMap((folder) => readdirSync(dumpPath(folder)).map((name) => `${folder}/${name}`));

  test.each(paths)('%s: analyze ends well, its JSON is as described, and no value of a sentence is missing', (path) => {
    const home = temporaryFolder();
    const env = { ...process.env, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home };
    const options = { encoding: 'utf8', env, maxBuffer: 1 << 29 } as const;
    const { status, stdout } = spawnSync('node', [programPath, 'analyze', dumpPath(path), '--json'], options);
    expect(status).toBe(NO_DUMPS.includes(path) ? 1 : 0);
    if (status !== 0) return;
    const report = JSON.parse(stdout);
    expect(schema.safeParse(report).error).toBeUndefined();
    for (const own of sentencesOf(report)) expect(own).not.toMatch(/\?|NaN|undefined|\{\w+[:}|]/);
  });
});
