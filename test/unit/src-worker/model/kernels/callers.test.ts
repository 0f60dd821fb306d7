import { expect, test } from 'vitest';
import { deviceTasks } from '../../../../../src-worker/model/deviceTasks';
import { launchColumns } from '../../../../../src-worker/model/kernels/callers';
import { NO_SLICE } from '../../../../../src-worker/model/kernels/kernelSlices';
import { columnTable, textReader } from '../../../../../src-worker/tables/columnTable';
import { type DrawnOptions, drawTrace } from '../../../../fixtures/drawnTrace';
import { indexText } from '../../../../fixtures/indexed';

/** Who launched each device task, by its name. */
async function callersOf(picture: string, options: DrawnOptions): Promise<Record<string, string>> {
  const { view } = await indexText(drawTrace(picture, options));
  const { slice } = deviceTasks(view);
  const columns = launchColumns(view, Float64Array.from(slice));
  const callerOf = columns && textReader(columnTable(columns), 'launchedBy');
  return Object.fromEntries(
    Array.from(slice, (own, row) => [view.nameText(view.index.slices.name[own]), callerOf?.(row) ?? '']),
  );
}

test('two kernels that start together have two callers, and one without a recorded call has none', async () => {
  const callers = await callersOf(
    `
    Python / Thread 1          : [aten::mm] [aten::add]
    Ascend Hardware / Stream 2 :                 [MatMul]
    Ascend Hardware / Stream 3 :                 [Add]
    Ascend Hardware / Stream 4 :                 [Cast]
  `,
    {
      arrows: [
        { cat: 'async_npu', from: 'aten::mm', to: 'MatMul' },
        { cat: 'async_npu', from: 'aten::add', to: 'Add' },
      ],
    },
  );
  expect(callers).toEqual({ MatMul: 'aten::mm', Add: 'aten::add', Cast: '' });
});

test('a framework’s op goes before the call of the runtime that it made', async () => {
  const callers = await callersOf(
    `
    Python / Thread 1          : [aten::mm     ]
    CANN / Thread 2            :   [launch]
    Ascend Hardware / Stream 2 :             [MatMul]
  `,
    {
      arrows: [
        { cat: 'HostToDevice', from: 'launch', to: 'MatMul' },
        { cat: 'async_npu', from: 'aten::mm', to: 'MatMul' },
      ],
    },
  );
  expect(callers).toEqual({ MatMul: 'aten::mm' });
});

test('a kernel that is not in the timeline has no caller', async () => {
  const { view } = await indexText(
    drawTrace(
      `
      Python / Thread 1          : [aten::mm]
      Ascend Hardware / Stream 2 :    [MatMul]
    `,
      { arrows: [{ cat: 'async_npu', from: 'aten::mm', to: 'MatMul' }] },
    ),
  );
  const columns = launchColumns(view, Float64Array.of(NO_SLICE));
  expect(columns && textReader(columnTable(columns), 'launchedBy')?.(0)).toBe('');
});
