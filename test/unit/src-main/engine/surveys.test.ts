import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { QuestionId } from '../../../../src-contract';
import { ThreadProgram } from '../../../../src-main/engine/threads/threadProgram';
import { Surveys } from '../../../../src-main/engine/user/surveys';
import { builtWorker } from '../../../fixtures/builtWorker';
import { temporaryFolder } from '../../../fixtures/indexed';
import { writeTrace } from './startedEngine';

const worker = builtWorker();

test('folders are looked into one after another; one that is stopped before its turn finds nothing', async () => {
  const surveys = new Surveys(new ThreadProgram(worker.url), { readableRoots: [] });
  onTestFinished(() => surveys.stop());
  const folder = temporaryFolder();
  const ranks = [0, 1].map((rank) => join(folder, `rank${rank}`));
  for (const path of ranks) {
    mkdirSync(path);
    writeTrace(path, 'trace.json', '5');
  }
  const ids = ['first', 'stopped', 'last'] as unknown as readonly QuestionId[];
  const asked = [
    surveys.survey([folder], 'verdict', ids[0]),
    surveys.survey([folder], 'verdict', ids[1]),
    surveys.survey([ranks[0]], 'badge', ids[2]),
  ];
  surveys.cancel(ids[1]);
  surveys.cancel('unknown' as QuestionId);
  const found = (await Promise.all(asked)).map(({ rankCount, isCut }) => ({ rankCount, isCut }));
  expect(found).toEqual([
    { rankCount: 2, isCut: false },
    { rankCount: 0, isCut: true },
    { rankCount: 1, isCut: false },
  ]);
  // One by the name of one that was stopped before is another.
  expect(await surveys.survey([folder], 'verdict', ids[1])).toMatchObject({ rankCount: 2, isCut: false });
});

test('what is asked as it ends is refused, and nothing is left behind', async () => {
  const surveys = new Surveys(new ThreadProgram(worker.url), { readableRoots: [] });
  const asked = surveys.survey([temporaryFolder()], 'verdict', 'one' as unknown as QuestionId);
  const refused = expect(asked).rejects.toMatchObject({ name: 'ThreadDiedError' });
  await surveys.stop();
  await refused;
});
