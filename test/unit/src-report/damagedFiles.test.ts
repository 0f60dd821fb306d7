import { expect, test } from 'vitest';
import type { Notice } from '../../../src-contract';
import { sentenceText } from '../../../src-contract/findings/sentence';
import { damagedFiles, withDamagedFiles } from '../../../src-report/damagedFiles';
import { dumpState, rankState } from '../../fixtures/dumpState';
import { madeReport } from '../../fixtures/findings';

function said(code: string, path: string | undefined, byteOffset?: number): Notice {
  return {
    code,
    severity: 'warning',
    message: code,
    params: {},
    ...(path !== undefined && { path }),
    ...(byteOffset !== undefined && { byteOffset }),
  };
}

const texts = (notices: readonly Notice[]) =>
  damagedFiles(dumpState({ notices })).map(({ sentence }) => sentenceText(sentence, 'en'));

test('a file that is cut off is named with the byte, however the reading told it, and says so once', () => {
  const skipped = {
    notice: said('truncated-event', '/d/trace_view.json', 1_479_078),
    eventCount: 1,
    byteOffsets: [1_479_078],
  };
  const dump = dumpState({
    ranks: [rankState(0, { skipped: [skipped], notices: [said('damaged-json', '/d/trace_view.json', 5)] })],
    notices: [said('table-truncated', '/d/kernel_details.csv', 70)],
  });
  expect(damagedFiles(dump).map(({ severity, sentence }) => [severity, sentenceText(sentence, 'en')])).toEqual([
    ['warning', '/d/trace_view.json is cut off at byte 1,479,078: all numbers lack what comes behind that.'],
    ['warning', '/d/kernel_details.csv is cut off at byte 70: all numbers lack what comes behind that.'],
  ]);
});

test('packed files: the byte is one of what they unpack to; of damage the first counts; without a byte the file is named', () => {
  expect(
    texts([
      said('gzip-truncated', '/a.json.gz'),
      said('truncated-event', '/a.json.gz', 4_816_098),
      said('damaged-json', '/b.json', 900),
      said('damaged-json', '/b.json', 30),
      said('file-unreadable', '/c.csv'),
    ]),
  ).toEqual([
    '/a.json.gz is cut off at byte 4,816,098 of what it unpacks to: all numbers lack what comes behind that.',
    '/b.json is damaged at byte 30: all numbers lack what can’t be read.',
    '/c.csv is damaged: all numbers lack what can’t be read.',
  ]);
});

test('what changes no number is no matter of trust; of many files the rest is counted', () => {
  expect(texts([said('missing-bracket', '/a.json', 9), said('unpaired-flows', '/a.json')])).toEqual([]);
  const many = Array.from({ length: 8 }, (_, i) => said('table-truncated', `/${i}.csv`, i));
  expect(texts(many)).toHaveLength(6);
  expect(texts(many).at(-1)).toContain('3 more files are cut off');
});

test('stands before all else that the report rests on; a report of whole files stays as it is', () => {
  const report = madeReport({ trust: [{ severity: 'info', sentence: { id: 'trust.one-step', values: {} } }] });
  expect(withDamagedFiles(report, dumpState())).toBe(report);
  const told = withDamagedFiles(report, dumpState({ notices: [said('table-truncated', '/a.csv', 7)] }));
  expect(told.trust.map(({ sentence }) => sentence.id)).toEqual(['trust.cut', 'trust.one-step']);
});
