import { expect, test } from 'vitest';
import type { ProfileReport } from '../../../../src-watch/reports/profileReport';
import { tellReport } from '../../../../src-watch/reports/tellReport';
import { dumpName, originOfDump, outputOfDump } from '../../../../src-watch/requests/dumpName';
import type { JobEvent } from '../../../../src-watch/rule/jobWatch';

const alarm: Extract<JobEvent, { kind: 'alarm' }> = {
  ...{ kind: 'alarm', number: 2, step: 64, fromStep: 61, durationNs: 605e6, score: 9.5, inARow: 4, timeNs: 1 },
  ...{ slowestRank: 5, outcome: 'triggered', meanNs: 500e6, fromClockMs: Date.UTC(2026, 1, 3, 14, 2, 59) },
};
const finding = {
  id: 'D2:Rank 5',
  rank: 5,
  title: 'Rank 5 is late',
  titleZh: 'Rank 5 晚到',
  lostMsPerStep: 1,
  shareOfStep: 0.1,
};

test('the alarm and its cause in one sentence, in both languages', () => {
  const report: ProfileReport = { kind: 'findings', paths: ['/p/d'], ranks: 8, findings: [finding, finding] };
  expect(tellReport(alarm, report, 'en')).toBe(
    'Alarm 2: steps take 21 % longer since 14:02 (step 61): Rank 5 is late. Findings besides: 1. The dump: /p/d',
  );
  expect(tellReport(alarm, report, 'zh')).toBe(
    '告警 2：从 14:02（Step 61）起每个 Step 慢 21 %：Rank 5 晚到。另有 1 项发现。采集结果：/p/d',
  );
  const { meanNs: _, fromClockMs: __, ...bare } = alarm;
  expect(tellReport(bare, { ...report, findings: [finding] }, 'en')).toBe(
    'Alarm 2, since step 61: Rank 5 is late. The dump: /p/d',
  );
});

test('every report has its words', () => {
  const reports: readonly ProfileReport[] = [
    { kind: 'findings', paths: ['/p'], ranks: 1, findings: [] },
    { kind: 'late', path: '/p', ranks: 0 },
    { kind: 'late', path: '/p', ranks: 3 },
    { kind: 'raw', path: '/p', ranks: 1 },
    { kind: 'raw', path: '/p', ranks: 1, command: 'parse /p' },
    { kind: 'raw', path: '/p', ranks: 1, command: 'parse /p', reason: 'no such file' },
    { kind: 'not-analysed', path: '/p', reason: 'x', reasonZh: '某' },
  ];
  for (const language of ['en', 'zh'] as const) {
    const told = reports.map((own) => tellReport(alarm, own, language));
    expect(new Set(told).size).toBe(reports.length);
    for (const text of told) expect(text).not.toMatch(/undefined|NaN|\{/);
    expect(told.at(-1)).toContain(language === 'zh' ? '某' : 'x');
  }
});

test('what a dump is called tells who asked for it; the next one is called otherwise', () => {
  const name = dumpName('manual', Date.now());
  expect(name).toMatch(/^manual_profiling_dump_\d{17}$/);
  expect([name, dumpName('auto', 0), 'x_ascend_pt'].map(originOfDump)).toEqual(['manual', 'auto', undefined]);
  expect(outputOfDump('/data/p/', 'd', 'folder')).toBe('/data/p/d');
  expect(outputOfDump('/data/p/trace.json', 'd', 'file')).toBe('/data/p/d_trace.json');
  expect(outputOfDump('trace.json', 'd', 'file')).toBe('d_trace.json');
});
