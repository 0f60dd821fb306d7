import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FolderEntry, Notice, Survey } from '../../../../../src-contract';
import { en } from '../../../../../src-renderer/app/i18n/en';
import { crumbsOf, isWithin, lastPart, parentOf } from '../../../../../src-renderer/app/welcome/folders/crumbs';
import { folderRows, hiddenCount, isChoosable } from '../../../../../src-renderer/app/welcome/folders/folderRows';
import { tellingParts } from '../../../../../src-renderer/app/welcome/folders/tellingParts';
import {
  badgeText,
  fileBadge,
  isOneDump,
  openText,
  verdictNotice,
  verdictText,
} from '../../../../../src-renderer/app/welcome/folders/verdict';

const words = i18next.createInstance();
const t = words.t;
beforeAll(() =>
  words.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } }),
);

const survey = (fields: Partial<Survey> = {}): Survey => ({
  rankCount: 0,
  textCount: 0,
  databaseCount: 0,
  tableCount: 0,
  summaryCount: 0,
  sizeBytes: 0,
  jobs: [],
  notices: [],
  isCut: false,
  isOutOfTime: false,
  ...fields,
});
const notice = (code: string, severity: Notice['severity']): Notice => ({ code, severity, message: code, params: {} });
const entry = (name: string, fields: Partial<FolderEntry> = {}): FolderEntry => ({
  name,
  path: `/d/${name}`,
  kind: 'file',
  sizeBytes: 1,
  modifiedMs: 0,
  isDump: false,
  isCandidate: true,
  ...fields,
});

test('crumbs of POSIX and Windows paths', () => {
  expect(crumbsOf('/data/job/').map(({ name, path }) => [name, path])).toEqual([
    ['/', '/'],
    ['data', '/data'],
    ['job', '/data/job'],
  ]);
  expect(crumbsOf('C:\\data\\job').map(({ path }) => path)).toEqual(['C:\\', 'C:\\data', 'C:\\data\\job']);
  expect([lastPart('/data/job'), lastPart('/'), parentOf('/data/job'), parentOf('/')]).toEqual([
    'job',
    '/',
    '/data',
    '/',
  ]);
});

test('within folders: not those whose names only begin alike', () => {
  expect(isWithin('/data/job', ['/data'])).toBe(true);
  expect(isWithin('/data', ['/data/'])).toBe(true);
  expect(isWithin('/database', ['/data'])).toBe(false);
  expect(isWithin('/', ['/data'])).toBe(false);
  expect(isWithin('/x', ['/'])).toBe(true);
  expect(isWithin('/anything', [])).toBe(true);
});

describe('the verdict', () => {
  const job = survey({ rankCount: 8, textCount: 8, tableCount: 8, sizeBytes: 119 * 2 ** 20 });

  test('of a job', () => {
    expect(verdictText(t, job)).toBe('Job · 8 ranks · 119\u202fMB · timelines and tables');
    expect(openText(t, job)).toBe('Open job (8 ranks)');
    expect(isOneDump(job)).toBe(true);
  });

  test('of one rank, of a summary, of nothing', () => {
    const one = survey({ rankCount: 1, databaseCount: 1, tableCount: 1, sizeBytes: 15 * 2 ** 20 });
    expect([verdictText(t, one), openText(t, one)]).toEqual([
      'One rank · 15\u202fMB · database and tables',
      'Open rank',
    ]);
    const summary = survey({ summaryCount: 2, sizeBytes: 300 * 2 ** 10 });
    expect([verdictText(t, summary), openText(t, summary)]).toEqual(['Cluster summary · 300\u202fKB', 'Open summary']);
    expect(verdictText(t, survey())).toBe('');
  });

  test('of several jobs, or of folders that are none together', () => {
    const jobs = [1, 2].map((n) => ({ key: `${n}`, name: `run${n}`, rankCount: 4, sizeBytes: 1, paths: [] }));
    const several = { ...job, jobs };
    expect(verdictText(t, several)).toBe('Several dumps · 8 ranks · 119\u202fMB · 2 jobs · timelines and tables');
    expect(openText(t, several)).toBe('Open all (8 ranks)');
    expect(isOneDump({ ...job, notices: [notice('duplicate-rank', 'warning')] })).toBe(false);
    expect(isOneDump({ ...job, isCut: true })).toBe(false);
    expect(verdictText(t, { ...job, rankCount: 2000, isCut: true })).toContain('2,000+ ranks');
  });

  test('the worst is said first, and what the words say already is not', () => {
    const notices = [
      notice('no-dump-found', 'error'),
      notice('a', 'info'),
      notice('b', 'warning'),
      notice('c', 'error'),
    ];
    expect(verdictNotice(survey({ notices }))?.code).toBe('c');
    expect(verdictNotice(survey({ notices: notices.slice(0, 2) }))).toBeUndefined();
  });
});

test('badges', () => {
  expect(badgeText(t, survey({ rankCount: 8, textCount: 8 }))).toBe('8 ranks');
  expect(badgeText(t, survey({ rankCount: 1, databaseCount: 1 }))).toBe('1 rank · DB');
  expect(badgeText(t, survey({ summaryCount: 1 }))).toBe('summary');
  expect(badgeText(t, survey({ notices: [notice('raw-data-msprof', 'error')] }))).toBe('not parsed');
  expect(badgeText(t, survey())).toBe('');
  expect(fileBadge(t, entry('a.db', { isDump: true }))).toBe('DB');
  expect(fileBadge(t, entry('trace_view.json', { isDump: true }))).toBe('trace');
  expect(fileBadge(t, entry('a.json'))).toBe('');
});

test('rows: jobs first, what is no dump only when it is wanted, and only names that hold what was typed', () => {
  const jobs = [{ key: '0', name: 'run', rankCount: 1, sizeBytes: 1, paths: ['/d/run'] }];
  const entries = [entry('Run', { kind: 'folder' }), entry('a.json'), entry('notes.txt', { isCandidate: false })];
  const keys = (filter: string, showsAll: boolean) =>
    folderRows(entries, jobs, { filter, showsAll }).map(({ key }) => key);
  expect(keys('', false)).toEqual(['job 0', '/d/Run', '/d/a.json']);
  expect(keys('', true)).toEqual(['job 0', '/d/Run', '/d/a.json', '/d/notes.txt']);
  expect(keys('RU', true)).toEqual(['job 0', '/d/Run']);
  expect(hiddenCount(entries)).toBe(1);
  const [job, folder, file] = folderRows(entries, jobs, { filter: '', showsAll: false });
  expect([isChoosable(job, undefined), isChoosable(folder, undefined), isChoosable(file, undefined)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isChoosable(folder, survey({ rankCount: 2 }))).toBe(true);
});

describe('what tells apart what has one name', () => {
  const apart = (...paths: readonly (readonly string[])[]) =>
    tellingParts(paths.map((own) => ({ name: 'run', paths: own })));

  test('is a folder, as many of them as it takes, or a file without the ending of all', () => {
    expect(apart(['/d/a/run/x.json'], ['/d/b/run/x.json'])).toEqual(['a', 'b']);
    expect(apart(['/d/a/1/x.json'], ['/d/a/2/x.json'], ['/d/b/2/x.json'])).toEqual(['a/1', 'a/2', 'b']);
    expect(apart(['/d/h_7.175.pt.trace.json'], ['/d/h_7.176.pt.trace.json'])).toEqual(['h_7.175', 'h_7.176']);
    expect(apart(['C:\\d\\a\\run'], ['C:\\d\\b\\run'])).toEqual(['a', 'b']);
  });

  test('of several ranks the folder that they have in common; nothing where no path tells', () => {
    expect(apart(['/d/a/r0', '/d/a/r1'], ['/d/b/r0', '/d/b/r1'])).toEqual(['a', 'b']);
    expect(apart(['/d/r0', '/d/r1'], ['/d/r2', '/d/r3'])).toEqual([undefined, undefined]);
    expect(apart(['/d/run'])).toEqual([undefined]);
    expect(tellingParts(['x', 'y'].map((name) => ({ name, paths: [`/d/${name}/run`] })))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('finds the row, too', () => {
    const jobs = ['a', 'b'].map((folder, at) => ({
      ...{ key: `${at}`, name: 'run', rankCount: 1, sizeBytes: 1, paths: [`/d/${folder}/run`] },
    }));
    const shown = (filter: string) =>
      folderRows([], jobs, { filter, showsAll: false }).flatMap((row) => (row.kind === 'job' ? [row.telling] : []));
    expect([shown('run'), shown('b'), shown('c')]).toEqual([['a', 'b'], ['b'], []]);
  });
});
