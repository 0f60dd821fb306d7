import type { Finding, Input } from '../format';
import { openAndLook, type Seen } from '../program/openAndLook';
import type { Program } from '../program/program';
import { badNotice, badRejection } from '../program/wording';

/** Opens the dump with the changed file in it and looks at all of it; `check` is what else must hold for the format. */
export async function runFile(
  program: Program,
  input: Input,
  bytes: Buffer,
  check: (seen: Seen, path: string) => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  const folder = program.put(input, bytes);
  const seen = await openAndLook(program.engine, folder);
  return [...wordingFindings(seen, bytes), ...timeFindings(seen), ...(await check(seen, `${folder}/${input.path}`))];
}

export function wordingFindings({ notices, rejections }: Seen, bytes: Buffer): Finding[] {
  const ownText = bytes.toString('latin1');
  const bad = [
    ...notices.map((notice) => badNotice(notice, ownText)),
    ...rejections.map(({ call, error }) => badRejection(call, error, ownText)),
  ].filter((one) => one !== undefined);
  return [...new Set(bad)].map((detail) => ({ kind: 'wording', detail }));
}

/** 292 years: clocks that count from different things are not farther apart. */
const LONGEST_NS = 2 ** 63;

/** What the ruler and the lanes are drawn by. What is not exact any more must be told. */
export function timeFindings({ state: { ranks, startNs, endNs }, notices }: Seen): Finding[] {
  const mostNs = notices.some(({ code }) => code === 'out-of-range-times') ? LONGEST_NS : Number.MAX_SAFE_INTEGER;
  const spans = [
    { what: 'the dump', startNs, endNs },
    ...ranks.map((rank) => ({ what: `the rank ${rank.label}`, startNs: rank.startNs, endNs: rank.endNs })),
    ...ranks.flatMap(({ groups }) =>
      groups.flatMap(({ lanes }) =>
        lanes.map((lane) => ({ what: `the lane ${lane.name}`, startNs: lane.startNs, endNs: lane.endNs })),
      ),
    ),
  ];
  const isSane = (one: (typeof spans)[number]) =>
    one.startNs <= one.endNs && Math.abs(one.startNs) <= mostNs && Math.abs(one.endNs) <= mostNs;
  const bad = spans.find((one) => !isSane(one));
  return bad ? [{ kind: 'wrong', detail: `${bad.what} lasts from ${bad.startNs} to ${bad.endNs}` }] : [];
}
