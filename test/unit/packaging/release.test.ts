import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { releaseNotes } from '../../../scripts/lib/release.mjs';

const root = new URL('../../../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(text('package.json'));

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

test('what a release says of itself comes from the changelog, for the version of its tag', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- soon\n\n## 1.2.0\n\n- new\n- more\n\n## 1.1.0\n\n';
  expect(releaseNotes('v1.2.0', '1.2.0', changelog)).toBe('- new\n- more');
  expect(() => releaseNotes('v1.2.1', '1.2.0', changelog)).toThrow(
    'The tag is v1.2.1, but package.json has the version 1.2.0.',
  );
  for (const version of ['1.1.0', '1.0.0', '1.2']) {
    expect(() => releaseNotes(`v${version}`, version, changelog), version).toThrow('CHANGELOG.md has no section');
  }
});

test('the changelog has the version of package.json', () => {
  expect(releaseNotes(`v${manifest.version}`, manifest.version, text('CHANGELOG.md'))).toMatch(/^- /);
  const lock = JSON.parse(text('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([manifest.version, manifest.version]);
});

test('the workflows run what there is, may write nothing but a release, and end', () => {
  const fromBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'));
  const { load } = fromBuilder('js-yaml') as { load(yaml: string): Workflow };
  const names = readdirSync(new URL('.github/workflows', root));
  expect(names.sort()).toEqual(['ci.yml', 'release.yml']);
  for (const name of names) {
    const { permissions, jobs } = load(text(`.github/workflows/${name}`));
    expect(permissions).toEqual({ contents: 'read' });
    for (const [id, job] of Object.entries(jobs)) {
      if (job.uses !== undefined) {
        expect(text(job.uses.replace('./', ''))).toContain('workflow_call:');
        continue;
      }
      expect(job['timeout-minutes'], id).toBeGreaterThan(0);
      expect(job.permissions, id).toEqual(id === 'release' ? { contents: 'write' } : undefined);
      const commands = (job.steps ?? []).flatMap(({ run }) => run ?? []).join('\n');
      for (const [, script] of commands.matchAll(/npm run ([\w:]+)/g))
        expect(manifest.scripts).toHaveProperty([script ?? '']);
      for (const [, path] of commands.matchAll(/node ((?:scripts|node_modules)\/\S+)/g)) {
        expect(() => text(path ?? ''), path).not.toThrow();
      }
      // What somebody else may choose (a branch's name, a title) is no part of a command.
      expect(commands, id).not.toContain('${{');
    }
  }
});
