/** What MindSpore's profiler of 2020 to 2024 wrote for MindSpore Insight: files of all devices in one folder. */
import { insightDevice } from '../names/insightNames';
import { rankTableKind } from './tableKind';

/** Such a file that is a trace: what `msprof` wrote, or what MindSpore made of it. */
export function isInsightTimeline(name: string): boolean {
  return /^ascend_timeline_display_\d+\.json$/.test(name);
}

/**
 * The files of each device, by its number: those with the number in their names. Of `profiler_info_N.json` and
 * `operator_memory_N.csv`, which others write too, those of a device that has further files.
 * Only devices of which a file can be shown.
 */
export function insightFiles(names: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const byDevice = new Map<number, string[]>();
  for (const name of names) {
    const number = insightDevice(name);
    if (number === undefined) continue;
    const own = byDevice.get(number) ?? [];
    byDevice.set(number, [...own, name]);
  }
  for (const [device, own] of byDevice) {
    if (!own.some((name) => rankTableKind(name) !== undefined || isInsightTimeline(name))) byDevice.delete(device);
    else own.push(...names.filter((name) => isNamedAlike(name, device)));
  }
  return byDevice;
}

function isNamedAlike(name: string, device: number): boolean {
  return name === `profiler_info_${device}.json` || name === `operator_memory_${device}.csv`;
}
