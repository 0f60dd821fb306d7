import { describe, expect, test } from 'vitest';
import { jobsByFolder, jobsOf, perfTrackerHost, timeInName } from '../../../../src-worker/discovery/jobNames';

const at = (...parts: readonly [number, number, number, number, number, number]) =>
  new Date(parts[0], parts[1] - 1, parts[2], parts[3], parts[4], parts[5]).getTime();

/** Each job as "name @ start: places". */
function grouped(places: Readonly<Record<string, number | undefined>>, opened: readonly string[] = ['/d']) {
  const ranks = Object.entries(places).map(([place, rank]) => ({ place, rank }));
  const jobs = jobsOf(ranks, opened);
  const lists = new Map<string, string[]>();
  for (const [i, { place }] of ranks.entries()) {
    const job = jobs[i];
    const name = job ? `${job.name}${job.startedMs === undefined ? '' : ` @ ${job.startedMs}`}` : 'one job';
    lists.set(name, [...(lists.get(name) ?? []), place.replace('/d/', '')]);
  }
  return Object.fromEntries(lists);
}

const ID = '6f9619ff-8b86-d011-b42d-00c04fc964ff';

describe('jobs by the names of their folders', () => {
  test('ModelArts: profiles that somebody asked for, and automatic ones, of one job id', () => {
    const job = `modelarts-job-${ID}`;
    const [manual, auto] = ['manual_profiling_dump_20251120103000', 'auto_profiling_dump_20251120142500'];
    expect(
      grouped({
        [`/d/${job}/${manual}/node-0_11_20251120103001123_ascend_pt`]: 0,
        [`/d/${job}/${manual}/node-1_12_20251120103002456_ascend_pt`]: 1,
        [`/d/${job}/${auto}/node-0_11_20251120142501789_ascend_pt`]: 0,
      }),
    ).toEqual({
      [`${job} (manual) @ ${at(2025, 11, 20, 10, 30, 0)}`]: [
        `${job}/${manual}/node-0_11_20251120103001123_ascend_pt`,
        `${job}/${manual}/node-1_12_20251120103002456_ascend_pt`,
      ],
      [`${job} (auto) @ ${at(2025, 11, 20, 14, 25, 0)}`]: [`${job}/${auto}/node-0_11_20251120142501789_ascend_pt`],
    });
  });

  test('two jobs by their ids, whatever lies between', () => {
    const other = ID.replace('6', '7');
    expect(Object.keys(grouped({ [`/d/${ID}/out/rank0`]: 0, [`/d/x/${other}-worker/out/rank0`]: 0 }))).toEqual([
      ID,
      `${other}-worker`,
    ]);
  });

  test('where processes were profiled twice, who begins hours later is of another profile', () => {
    const of = (process: string, time: string) => `/d/prof/${process}.${time}.pt.trace.json`;
    const places = [
      of('x_4399', '1752181589589738346'),
      of('x_4399', '1752181589621105859'),
      of('y_851', '1752215573993169006'),
      of('y_851', '1752215574025896717'),
    ];
    const jobs = Object.values(grouped(Object.fromEntries(places.map((place, rank) => [place, rank]))));
    expect(jobs.map((own) => own.length)).toEqual([1, 1, 1, 1]);
    // Nobody was profiled twice: clocks of hosts that are hours apart.
    expect(grouped({ [places[0]]: 0, [places[2]]: 1 })).toHaveProperty('one job');
  });

  test('the same process twice in a folder: two profiles, by when they began', () => {
    const of = (host: string, time: string) => `/d/prof/${host}_7_${time}_ascend_pt`;
    expect(
      grouped({
        [of('a', '20251120103001000')]: 0,
        [of('b', '20251120110003000')]: 1,
        [of('b', '20251120103002000')]: 1,
        [of('a', '20251120110000000')]: 0,
      }),
    ).toEqual({
      [`prof @ ${at(2025, 11, 20, 10, 30, 1)}`]: [
        'prof/a_7_20251120103001000_ascend_pt',
        'prof/b_7_20251120103002000_ascend_pt',
      ],
      [`prof @ ${at(2025, 11, 20, 11, 0, 0)}`]: [
        'prof/b_7_20251120110003000_ascend_pt',
        'prof/a_7_20251120110000000_ascend_pt',
      ],
    });
  });

  test('PerfTracker: traces of a job by host and process', () => {
    expect(
      grouped({
        '/d/job_42_node-0_900.json': undefined,
        '/d/job_42_node-1_901.json.gz': undefined,
        '/d/job_x_7_node-0_900_1763627401123.pt.trace.json': undefined,
      }),
    ).toEqual({
      job_42: ['job_42_node-0_900.json', 'job_42_node-1_901.json.gz'],
      'job_x_7 @ 1763627401123': ['job_x_7_node-0_900_1763627401123.pt.trace.json'],
    });
    expect(perfTrackerHost('job_42_node-0_900.json')).toBe('node-0');
    expect(perfTrackerHost('worker_42_900.json')).toBeUndefined();
  });

  test('names tell nothing, but the rank numbers do', () => {
    expect(grouped({ '/d/runA/rank0': 0, '/d/runA/rank1': 1, '/d/runB/rank0': 0, '/d/runB/rank1': 1 })).toEqual({
      runA: ['runA/rank0', 'runA/rank1'],
      runB: ['runB/rank0', 'runB/rank1'],
    });
    // One too many is a copy, and said as that; opened beside the other it is another job.
    const copies = { '/d/a/r0': 0, '/d/b/r0': 0 };
    expect(grouped(copies)).toEqual({ 'one job': ['a/r0', 'b/r0'] });
    expect(grouped(copies, ['/d/a', '/d/b/r0'])).toEqual({ a: ['a/r0'], r0: ['b/r0'] });
    expect(grouped({ '/d/a/r0': 0, '/d/b/r1': 1 }, ['/d/a', '/d/b'])).toEqual({ 'one job': ['a/r0', 'b/r1'] });
  });

  test('on Windows', () => {
    expect(Object.keys(grouped({ [`C:\\d\\${ID}\\r0`]: 0, 'C:\\d\\x\\r0': 0 }, ['C:\\d']))).toEqual([ID, 'x']);
  });
});

test('times in names', () => {
  expect(timeInName('20251120103001')).toBe(at(2025, 11, 20, 10, 30, 1));
  expect(timeInName('2025-11-20_10-30-01')).toBe(at(2025, 11, 20, 10, 30, 1));
  expect(timeInName('20251120103001123')).toBe(at(2025, 11, 20, 10, 30, 1) + 123);
  expect(timeInName('1763627401')).toBe(1763627401000);
  expect(timeInName('1763627401123456789')).toBe(1763627401123);
  for (const none of ['', '42', '20251399000000', '123456789012']) expect(timeInName(none), none).toBeUndefined();
});

test.each<[string, [string, number | undefined][], string[] | undefined]>([
  [
    'a number in two folders',
    [
      ['/d/a', 1],
      ['/d/b', 1],
    ],
    ['a', 'b'],
  ],
  [
    'the first folder that differs',
    [
      ['/d/a/x', 0],
      ['/d/a/y', 1],
      ['/d/b/x', 0],
    ],
    ['a', 'a', 'b'],
  ],
  [
    'ranks that are not read yet',
    [
      ['/d/a', 1],
      ['/d/b', 1],
      ['/d/b', undefined],
    ],
    ['a', 'b', 'b'],
  ],
  [
    'twice in one folder: a copy',
    [
      ['/d/a', 1],
      ['/d/a', 1],
      ['/d/b', 0],
    ],
    undefined,
  ],
  [
    'one folder',
    [
      ['/d/a', 1],
      ['/d/a', 2],
    ],
    undefined,
  ],
])('jobs of ranks that say inside which they are: %s', (_, ranks, names) => {
  const jobs = jobsByFolder(ranks.map(([folder, rank]) => ({ folder, rank })));
  expect(jobs?.map(({ name }) => name)).toEqual(names);
});
