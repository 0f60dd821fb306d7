/** A slice as text for the clipboard. */

import type { SliceDetails } from '../../../../src-contract';
import { formatEpoch } from '../../../base/format';
import { argJson, argText } from './argViews';

/** One field a line, in English whatever the window's language, so that notes can be searched; times to the ns. */
export function sliceAsText(slice: SliceDetails): string {
  const lines = [
    slice.name,
    `Start: ${slice.startNs} ns since the dump's start (${slice.epochStartNs} ns, ${formatEpoch(slice.epochStartNs)})`,
    `End: ${slice.startNs + slice.durationNs} ns`,
    `Duration: ${slice.durationNs} ns`,
    `Self time: ${slice.selfNs} ns`,
    `Category: ${slice.category}`,
    `Lane: ${slice.laneName}`,
    `Process: ${slice.groupName}`,
    `Rank: ${slice.rankLabel}`,
    ...(slice.place ? [`File: ${slice.place.path}, byte ${slice.place.byteOffset}`] : []),
    ...slice.args.map(({ key, value }) => `${key}: ${argText(value)}`),
  ];
  return lines.join('\n');
}

/** A JSON object; big numbers keep their digits. */
export function sliceAsJson(slice: SliceDetails): string {
  const text = JSON.stringify;
  const fields: readonly (readonly [string, string])[] = [
    ['name', text(slice.name)],
    ['category', text(slice.category)],
    ['startNs', String(slice.startNs)],
    ['epochStartNs', String(slice.epochStartNs)],
    ['durationNs', String(slice.durationNs)],
    ['selfNs', String(slice.selfNs)],
    ['rank', text(slice.rankLabel)],
    ['process', text(slice.groupName)],
    ['lane', text(slice.laneName)],
    ...(slice.place
      ? ([
          ['path', text(slice.place.path)],
          ['byteOffset', String(slice.place.byteOffset)],
        ] as const)
      : []),
  ];
  const args = slice.args.map(({ key, value }) => `    ${text(key)}: ${argJson(value)}`);
  const lines = fields.map(([key, value]) => `  ${text(key)}: ${value}`);
  lines.push(args.length === 0 ? '  "args": {}' : `  "args": {\n${args.join(',\n')}\n  }`);
  return `{\n${lines.join(',\n')}\n}`;
}
