import { expect, test } from 'vitest';
import type { QuestionId, Survey, SurveyExtent } from '../../../../../src-contract';
import { createBadges } from '../../../../../src-renderer/app/welcome/folders/badges';
import { settled } from '../../../../fixtures/scriptedEngine';

function scripted() {
  const asked: {
    readonly path: string;
    readonly extent: SurveyExtent;
    readonly id: QuestionId | undefined;
    readonly answer: (survey: Survey) => void;
    readonly fail: () => void;
  }[] = [];
  const stopped: QuestionId[] = [];
  const badges = createBadges({
    survey: ([path], extent, id) =>
      new Promise((answer, reject) => asked.push({ path, extent, id, answer, fail: () => reject(new Error('gone')) })),
    cancelQuestion: async (id) => void stopped.push(id),
  });
  return { asked, stopped, badges, paths: () => asked.map(({ path }) => path) };
}

const found = { rankCount: 2 } as Survey;

test('two at a time, each once, and not what has left the screen', async () => {
  const { asked, badges, paths } = scripted();
  for (const path of ['a', 'b', 'c', 'd', 'a']) badges.want(path);
  expect(paths()).toEqual(['a', 'b']);
  badges.release('c');
  asked[0].answer(found);
  await settled();
  expect(paths()).toEqual(['a', 'b', 'd']);
  expect(badges.store.getState()).toEqual({ a: found });
  asked[1].fail();
  await settled();
  badges.want('a');
  expect(paths()).toEqual(['a', 'b', 'd']);
});

test('what ran out of time is looked into once more, with more of it, after all others', async () => {
  const { asked, badges } = scripted();
  const cut = { ...found, rankCount: 0, isCut: true, isOutOfTime: true };
  for (const path of ['a', 'b', 'c', 'gone']) badges.want(path);
  asked[0].answer(cut);
  asked[1].answer(cut);
  await settled();
  expect(badges.store.getState()).toEqual({ a: cut, b: cut });
  badges.release('b');
  asked[2].answer(found);
  asked[3].answer(found);
  await settled();
  expect(asked.map(({ path, extent }) => [path, extent])).toEqual([
    ['a', 'badge'],
    ['b', 'badge'],
    ['c', 'badge'],
    ['gone', 'badge'],
    ['a', 'patientBadge'],
  ]);
  // That was its last chance.
  asked[4].answer(cut);
  await settled();
  expect(asked).toHaveLength(5);
});

test('in another folder nothing of this one is waited for', async () => {
  const { asked, badges, paths, stopped } = scripted();
  for (const path of ['a', 'b', 'c']) badges.want(path);
  badges.stop();
  expect(stopped).toEqual([asked[0].id, asked[1].id]);
  badges.want('x');
  expect(paths()).toEqual(['a', 'b', 'x']);
  asked[0].answer({ ...found, isCut: true });
  await settled();
  expect(badges.store.getState()).toEqual({});
});
