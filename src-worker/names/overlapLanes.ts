import type { TimePart } from '../../src-contract';

/** The lanes that say what of the device's time is compute, communication or neither. */

const olderNames: readonly (readonly [RegExp, string])[] = [
  [/^merged computation\b/i, 'Computing'],
  [/^merged communication\b/i, 'Communication'],
  [/^pure communication\b/i, 'Communication(Not Overlapped)'],
  [/^free time\b/i, 'Free'],
];

const parts: Readonly<Record<string, TimePart>> = {
  Computing: 'computing',
  Communication: 'communication',
  'Communication(Not Overlapped)': 'exposed',
  Free: 'free',
};

/** What such a lane says of the device's time; undefined for other names. */
export function timePartOf(name: string): TimePart | undefined {
  const today = overlapLaneName(name);
  return Object.hasOwn(parts, today) ? parts[today] : undefined;
}

/** The name of such a lane as today's profilers write it: older MindSpore has "Op Overlap Analyse" with other names. */
export function overlapLaneName(name: string): string {
  return olderNames.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}
