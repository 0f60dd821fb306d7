/** What the Messages panel lists, as one flat list. Pure. */
import type { DumpState, Notice, OwnLaneNote, SkippedEvents } from '../../../src-contract';

export type NoticeListLine =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string }
  | { readonly kind: 'notice'; readonly key: string; readonly notice: Notice }
  | { readonly kind: 'skipped'; readonly key: string; readonly skipped: SkippedEvents };

/** What is to be said of the user's own lanes. */
interface OwnNotices {
  readonly title: string;
  readonly notes: readonly OwnLaneNote[];
}

/** The dump's own, then those of each rank that has any, those of own lanes last, each part under its heading. */
export function noticeLines(
  dump: Pick<DumpState, 'title' | 'notices' | 'ranks'>,
  own: OwnNotices = { title: '', notes: [] },
): readonly NoticeListLine[] {
  const ofDump = { key: 'dump', title: dump.title, notices: dump.notices, skipped: [] };
  const ofRanks = dump.ranks.map(({ index, label, notices, skipped }) => {
    return { key: String(index), title: label, notices, skipped };
  });
  const ofOwn = {
    key: 'own',
    title: own.title,
    notices: own.notes.flatMap(({ notices }) => notices),
    skipped: own.notes.flatMap(({ skipped }) => skipped),
  };
  return [ofDump, ...ofRanks, ofOwn]
    .filter(({ notices, skipped }) => notices.length + skipped.length > 0)
    .flatMap(({ key, title, notices, skipped }): readonly NoticeListLine[] => [
      { kind: 'heading', key, title },
      ...notices.map((notice, index) => ({ kind: 'notice', key: `${key}/notice/${index}`, notice }) as const),
      ...skipped.map(
        (events, index) => ({ kind: 'skipped', key: `${key}/skipped/${index}`, skipped: events }) as const,
      ),
    ]);
}
