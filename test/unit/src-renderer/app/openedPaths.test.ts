import { describe, expect, test } from 'vitest';
import type { SliceSource } from '../../../../src-contract';
import { withMovedPlaces } from '../../../../src-renderer/app/movedPlaces';
import { newerCopies, withAdded, withRemoved } from '../../../../src-renderer/app/openedPaths';
import type { Remembered } from '../../../../src-renderer/session/remembered';

const never = () => false;

describe('adding', () => {
  test('more comes last; the same again changes nothing, and is read anew', () => {
    const opened = { paths: ['/job'], without: [] };
    expect(withAdded(opened, ['/other'], never).paths).toEqual(['/job', '/other']);
    expect(withAdded({ paths: ['/a', '/b'], without: [] }, ['/a'], never).paths).toEqual(['/a', '/b']);
  });

  test('what was taken out and is added again is back', () => {
    const opened = { paths: ['/job'], without: ['/job/rank1', '/job/rank12', '/job/rank2/trace.json'] };
    expect(withAdded(opened, ['/job/rank1'], never)).toEqual({
      paths: ['/job', '/job/rank1'],
      without: ['/job/rank12', '/job/rank2/trace.json'],
    });
    expect(withAdded(opened, ['/job/rank2/'], never).without).toEqual(['/job/rank1', '/job/rank12']);
    expect(withAdded(opened, ['/job'], never)).toEqual({ paths: ['/job'], without: [] });
  });

  test('what is remembered of an upload holds for its newer copy, with all that names its ranks', () => {
    const moved = newerCopies(['/up/1/job', '/up/1/a.json', '/data/job'], ['/up/2/job'], (path) =>
      path.startsWith('/up/'),
    );
    expect([...moved]).toEqual([['/up/1/job', '/up/2/job']]);
    const remembered: Remembered = {
      view: { startNs: 5n, endNs: 9n },
      selection: { place: '/up/1/job/rank0', source: 'event 5' as SliceSource },
      aligned: ['/up/1/job/rank0\nhardware\n1\nStream 2', '/data/job/rank0\nhardware\n1\nStream 2'],
      folds: { ranks: new Map([['/up/1/job', true]]), rows: new Map([['/up/1/jobs\npython\n1\nx', false]]) },
      shownFlows: new Set(['ac2g']),
    };
    expect(withMovedPlaces(remembered, moved)).toEqual({
      ...remembered,
      selection: { place: '/up/2/job/rank0', source: 'event 5' },
      aligned: ['/up/2/job/rank0\nhardware\n1\nStream 2', '/data/job/rank0\nhardware\n1\nStream 2'],
      // Another one whose name begins alike.
      folds: { ranks: new Map([['/up/2/job', true]]), rows: new Map([['/up/1/jobs\npython\n1\nx', false]]) },
    });
  });

  test('an upload of the same name is a newer copy; a folder of the same name elsewhere is another', () => {
    const isUpload = (path: string) => path.startsWith('/up/');
    const opened = { paths: ['/data/run', '/up/1/run', '/up/2/x'], without: [] };
    expect(withAdded(opened, ['/up/3/run'], isUpload).paths).toEqual(['/data/run', '/up/2/x', '/up/3/run']);
    expect(withAdded(opened, ['/new/run'], isUpload).paths).toEqual([...opened.paths, '/new/run']);
  });
});

describe('removing', () => {
  const opened = { paths: ['/job', '/more/rank9.json'], without: ['/job/rank3'] };
  const places = ['/job/rank0', '/job/rank1', '/more/rank9.json'];

  test('a rank is left out; a path that nothing is shown of is not searched any more', () => {
    expect(withRemoved(opened, ['/job/rank1'], places)).toEqual({
      paths: opened.paths,
      without: ['/job/rank3', '/job/rank1'],
    });
    expect(withRemoved(opened, ['/more/rank9.json'], places)).toEqual({ paths: ['/job'], without: ['/job/rank3'] });
    expect(withRemoved(opened, ['/job/rank0', '/job/rank1'], places)).toEqual({
      paths: ['/more/rank9.json'],
      without: [],
    });
  });

  test('a folder of a rank that was opened stays for its place in it', () => {
    const inside = { paths: ['/job/rank0/OUTPUT', '/job/rank1'], without: [] };
    expect(withRemoved(inside, ['/job/rank1'], ['/job/rank0', '/job/rank1'])?.paths).toEqual(['/job/rank0/OUTPUT']);
  });

  test('with the last one the dump is closed', () => {
    expect(withRemoved(opened, places, places)).toBeUndefined();
  });
});
