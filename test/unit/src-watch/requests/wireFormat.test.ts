import { expect, test } from 'vitest';
import { onDemandOutcome } from '../../../../src-watch/requests/daemonAnswer';
import {
  dynamicProfileText,
  gpuConfig,
  isOutputPath,
  lightRequest,
  npuConfig,
} from '../../../../src-watch/requests/profileRequest';
import { frame, onDemandRequest, requestText, unframe } from '../../../../src-watch/requests/wireFormat';

const request = { ...lightRequest, output: '/data/prof', steps: 2, level: '1', hasMemory: true } as const;

test('a request, byte for byte', () => {
  const text = onDemandRequest('A=1\nB="x"', 3);
  expect(text).toBe(
    '{"fn": "setKinetOnDemandRequest", "config": "A=1\\nB=\\"x\\"", "job_id": 0, "pids": [0], "process_limit": 3}',
  );
  // Of a Slurm job.
  expect(onDemandRequest('A=1', 3, 4242)).toBe(
    '{"fn": "setKinetOnDemandRequest", "config": "A=1", "job_id": 4242, "pids": [0], "process_limit": 3}',
  );
  expect(requestText({ fn: 'getStatus' })).toBe('{"fn": "getStatus"}');
  const bytes = frame('{"fn": "é"}');
  expect([...bytes.subarray(0, 4)]).toEqual([12, 0, 0, 0]);
  expect(Buffer.from(bytes).toString('hex')).toBe('0c0000007b22666e223a2022c3a9227d');
  expect(frame('x'.repeat(0x1234)).subarray(0, 4)).toEqual(Uint8Array.of(0x34, 0x12, 0, 0));
});

test('an answer comes in pieces; lengths that lie are told', () => {
  const whole = frame('{"status": 1}');
  for (let cut = 0; cut < whole.length; cut++) expect(unframe(whole.subarray(0, cut))).toBeUndefined();
  expect(unframe(whole)).toBe('{"status": 1}');
  expect(() => unframe(Uint8Array.of(0xff, 0xff, 0xff, 0xff))).toThrow('says that it has -1 bytes');
  expect(() => unframe(Buffer.from('HTTP/1.1 400'))).toThrow('no daemon of dynolog or msMonitor');
  expect(() => unframe(Uint8Array.of(1, 0, 0, 0, 65, 66))).toThrow('more bytes than it says');
});

test('the settings of an NPU’s profile, in the order of its client', () => {
  expect(npuConfig(request)).toBe(
    [
      'ACTIVITIES_LOG_FILE=/data/prof',
      'PROFILE_START_ITERATION=0',
      'PROFILE_START_STEP=-1',
      'ACTIVITIES_ITERATIONS=2',
      'PROFILE_RECORD_SHAPES=false',
      'PROFILE_PROFILE_MEMORY=true',
      'PROFILE_WITH_STACK=false',
      'PROFILE_WITH_FLOPS=false',
      'PROFILE_WITH_MODULES=false',
      'PROFILE_ACTIVITIES=CPU,NPU',
      'PROFILE_ANALYSE=true',
      'PROFILE_ASYNC_MODE=true',
      'PROFILE_PROFILER_LEVEL=Level1',
      'PROFILE_AIC_METRICS=AiCoreNone',
      'PROFILE_L2_CACHE=false',
      'PROFILE_OP_ATTR=false',
      'PROFILE_MSPROF_TX=false',
      'PROFILE_GC_DETECT_THRESHOLD=None',
      'PROFILE_DATA_SIMPLIFICATION=true',
      'PROFILE_EXPORT_TYPE=Text',
      'PROFILE_HOST_SYS=None',
      'PROFILE_SYS_IO=false',
      'PROFILE_SYS_INTERCONNECTION=false',
      'PROFILE_MSTX_DOMAIN_INCLUDE=None',
      'PROFILE_MSTX_DOMAIN_EXCLUDE=None',
      'PROFILE_IS_RANK=false',
      'PROFILE_RANK_LIST=None',
    ].join('\n'),
  );
});

test('what is chosen besides: counters, marks, ranks', () => {
  const text = npuConfig({ ...request, metrics: 'L2Cache', hasMarks: true, ranks: [0, 5] });
  for (const line of ['AIC_METRICS=L2Cache', 'MSPROF_TX=true', 'IS_RANK=true', 'RANK_LIST=0,5'])
    expect(text.split('\n')).toContain(`PROFILE_${line}`);
  const config = JSON.parse(dynamicProfileText({ ...request, metrics: 'L2Cache', hasMarks: true, ranks: [0, 5] }, {}));
  expect(config).toMatchObject({ is_rank: true, rank_list: [0, 5], analyse: true, async_mode: true });
  expect(config.experimental_config).toMatchObject({ aic_metrics: 'L2Cache', msprof_tx: true });
});

test('those of a GPU’s: a common start, and so long', () => {
  expect(gpuConfig({ ...request, hasStack: true }, 1_764_000_000_000, 900)).toBe(
    [
      'ACTIVITIES_LOG_FILE=/data/prof',
      'PROFILE_START_TIME=1764000000000',
      'ACTIVITIES_DURATION_MSECS=900',
      'PROFILE_REPORT_INPUT_SHAPES=false',
      'PROFILE_PROFILE_MEMORY=true',
      'PROFILE_WITH_STACK=true',
      'PROFILE_WITH_FLOPS=false',
      'PROFILE_WITH_MODULES=false',
    ].join('\n'),
  );
  expect(['/a', '', '/a\nPROFILE_WITH_STACK=true', '/a\u0000'].map(isOutputPath)).toEqual([true, false, false, false]);
});

test('profiler_config.json keeps what others have set', () => {
  const before = {
    metadata: { a: 1 },
    is_valid: false,
    active: 9,
    experimental_config: { sys_io: true, l2_cache: true },
  };
  const text = dynamicProfileText(request, before);
  expect(JSON.parse(text)).toMatchObject({
    ...{
      metadata: { a: 1 },
      is_valid: true,
      active: 2,
      start_step: 0,
      prof_dir: '/data/prof',
      activities: ['CPU', 'NPU'],
    },
    experimental_config: { sys_io: true, l2_cache: false, profiler_level: 'Level1', gc_detect_threshold: null },
  });
  expect(JSON.parse(dynamicProfileText(request, undefined))).toMatchObject({ is_valid: true, profile_memory: true });
});

test('answers of both dialects', () => {
  const said = (own: object | string) => onDemandOutcome(typeof own === 'string' ? own : JSON.stringify(own));
  const kineto = { eventProfilersBusy: 0, eventProfilersTriggered: [], activityProfilersBusy: 1 };
  expect(said({ processesMatched: [7, 8], activityProfilersTriggered: [7], ...kineto })).toEqual({
    kind: 'taking',
    count: 1,
  });
  expect(said({ processesMatched: [7, 8], activityProfilersBusy: 0 })).toEqual({ kind: 'taking', count: 2 });
  expect(said({ processesMatched: [7], activityProfilersTriggered: [], ...kineto })).toEqual({
    kind: 'busy',
    count: 1,
  });
  expect(said({ processesMatched: [] })).toEqual({ kind: 'no-match' });
  expect(said('{"status": 1}')).toEqual({ kind: 'unclear', said: '{"status": 1}' });
  expect(said('nonsense')).toEqual({ kind: 'unclear', said: 'nonsense' });
});
