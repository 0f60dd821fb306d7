import { expect, test } from 'vitest';
import { type SourceStatus, whyNoData } from '../../../../src-watch/why/whyNoData';

const good: SourceStatus = {
  ...{ path: '/logs/train.log', state: 'following', reason: undefined, lineCount: 5, isKnown: true },
  ...{ lastLine: 'x', rank: undefined, needs: 'lines', unchangedMs: 0 },
};
const kindOf = (own: Partial<SourceStatus>, watchedMs = 20_000) => whyNoData({ ...good, ...own }, watchedMs)?.kind;

test('nothing where steps come, however long they have not', () => {
  expect(kindOf({})).toBeUndefined();
  expect(kindOf({ unchangedMs: 1e9 })).toBeUndefined();
});

test('what is not there is missed after a while; what does not answer at once', () => {
  expect([kindOf({ state: 'missing' }, 9_999), kindOf({ state: 'missing' }, 10_000)]).toEqual([undefined, 'no-file']);
  expect(kindOf({ state: 'silent' }, 0)).toBe('silent');
  expect(whyNoData({ ...good, state: 'unreachable', reason: 'EACCES' }, 0)).toEqual({
    ...{ kind: 'unreachable', path: '/logs/train.log', code: 'EACCES' },
  });
});

test('lines that are not understood, and markers that are not set', () => {
  const unknown = { isKnown: false, lineCount: 999 } as const;
  expect(kindOf(unknown)).toBeUndefined();
  expect(kindOf({ ...unknown, lineCount: 1000 })).toBe('no-match');
  expect(kindOf({ ...unknown, lineCount: 1000, needs: 'markers' })).toBe('no-markers');
  // Fewer lines are enough where no more come.
  expect(kindOf({ ...unknown, unchangedMs: 60_000 })).toBe('no-match');
  expect(kindOf({ ...unknown, lineCount: 0, unchangedMs: 60_000 })).toBe('unchanged');
});

test('a query without a series, a folder without a dump', () => {
  expect(kindOf({ isKnown: false, needs: 'series' })).toBe('no-series');
  expect(kindOf({ isKnown: false, needs: 'dumps' })).toBe('no-dump');
  expect(kindOf({ isKnown: false, needs: 'dumps' }, 1_000)).toBeUndefined();
});
