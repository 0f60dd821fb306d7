import { expect, test, vi } from 'vitest';
import { chooseBackend, type GpuProbe } from '../../../../../src-renderer/ui/lanes/backends/choose';
import { Gpu } from '../../../../../src-renderer/ui/lanes/backends/gpu';

const none: GpuProbe = { kind: 'none' };

test('a window asks once, whoever wants to know, and when it has nothing else to do', () => {
  const ask = vi.fn(() => none);
  let whenIdle = () => {};
  const requestIdleCallback = (run: () => void) => {
    whenIdle = run;
  };
  const gpu = new Gpu({ defaultView: { requestIdleCallback } } as unknown as Document, ask);
  gpu.probeWhenIdle();
  expect(ask).not.toHaveBeenCalled();
  whenIdle();
  expect(ask).toHaveBeenCalledTimes(1);
  expect([gpu.probe(), gpu.probe()]).toEqual([none, none]);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a browser that does not tell when it is idle is asked when somebody wants to know', () => {
  const ask = vi.fn(() => none);
  const gpu = new Gpu({ defaultView: {} } as Document, ask);
  gpu.probeWhenIdle();
  expect(ask).not.toHaveBeenCalled();
  expect(chooseBackend(() => gpu.probe(), undefined)).toBe('raster');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('nobody asks where it is told what to draw with', () => {
  const ask = vi.fn(() => none);
  const gpu = new Gpu({} as Document, ask);
  expect(chooseBackend(() => gpu.probe(), 'pixi')).toBe('pixi');
  expect(ask).not.toHaveBeenCalled();
});
