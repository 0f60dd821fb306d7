import { expect, test } from 'vitest';
import { areSurelyLanes, laneColumns, rolesOf } from '../../../../../src-worker/importers/laneFile/columns';

const rolesIn = (header: string) => {
  const columns = laneColumns(header.split(','));
  return columns && rolesOf(columns).join();
};

test.each([
  ['time,name,value', 'time,name,value'],
  ['ts_us,Event,dur (us),rank,note', 'time,name,duration,rank,arg'],
  ['Timestamp,message,level', 'time,name,arg'],
  ['start_ns,end_ns,op', 'time,end,name'],
  ['time,metric,value', 'time,lane,value'],
  // Neither names nor values: each column is a counter.
  ['time_s,power_w,temp_c,rank', 'time,counter,counter,rank'],
  ['时间,名称,数值', 'time,name,value'],
  // Times alone, or no time at all, make no lanes; nor do steps.
  ['time', undefined],
  ['name,value', undefined],
  ['step,time_ms', undefined],
])('%s', (header, roles) => {
  expect(rolesIn(header)).toBe(roles);
});

test('units stand in brackets, behind a line, or at the end of two words; a name alone has none', () => {
  const units = ['time (ms)', 'time[µs]', 'tsNs', 'start_time_s', 'ts', 'Time'].map(
    (header) => laneColumns([header, 'name'])?.time.unit,
  );
  expect(units).toEqual(['ms', 'us', 'ns', 's', undefined, undefined]);
});

test('columns of names or values leave no doubt, those of numbers alone do', () => {
  const areSure = (header: string) => areSurelyLanes(laneColumns(header.split(','))!);
  expect(areSure('time,name,value')).toBe(true);
  expect(areSure('time,power')).toBe(false);
});
