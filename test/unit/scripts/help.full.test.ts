import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { projectDir } from '../../../scripts/lib/project.mjs';

/** What `start.mjs` is given goes to `tracelane open`, which has help of its own; `check-layers.mjs` takes nothing. */
const WITHOUT = ['start.mjs', 'check-layers.mjs'];
const scripts = readdirSync(join(projectDir, 'scripts')).filter(
  (name) => name.endsWith('.mjs') && !WITHOUT.includes(name),
);

describe('a script that is asked for help', () => {
  test.each(scripts)('%s says how it is called, and does nothing', async (name) => {
    const path = join(projectDir, 'scripts', name);
    // Ends with an error where the script does.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [path, '--help']);
    expect(stdout).toMatch(/npm (run|test)|node scripts\//);
    expect(stdout.split('\n').length).toBeLessThan(20);
    expect(stderr).toBe('');
  });
});
