/** The dump tree as a flat list of rows, from the dump and what is unfolded. Pure. */
import type {
  DumpState,
  GroupKind,
  LaneId,
  Notice,
  RankJob,
  RankState,
  SkippedEvents,
  SourceFile,
} from '../../../src-contract';
import { rankSkippedCount } from '../../session/dumpSummary';
import type { TitledGroup } from '../../session/lanes/laneTitles';

export type TreeRow = {
  /** Stable while the dump is open; also what `open` holds. */
  readonly key: string;
  readonly depth: number;
  /** Undefined: it has nothing below it. */
  readonly isOpen?: boolean;
} & TreeContent;

type TreeContent =
  | { readonly kind: 'job'; readonly job: RankJob; readonly rankCount: number; readonly places: readonly string[] }
  | { readonly kind: 'host'; readonly name: string; readonly rankCount: number }
  | { readonly kind: 'rank'; readonly rank: RankState }
  | {
      readonly kind: 'group';
      readonly id: LaneId;
      readonly groupKind: GroupKind;
      readonly group: TitledGroup;
      readonly detail: string;
    }
  | {
      readonly kind: 'lane';
      readonly id: LaneId;
      readonly group: TitledGroup;
      readonly name: string;
      readonly isCounter: boolean;
      readonly isComputed: boolean;
    }
  | { readonly kind: 'section'; readonly section: Section; readonly count: number; readonly isWarning: boolean }
  | { readonly kind: 'file'; readonly file: SourceFile; readonly isOfJob: boolean }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'skipped'; readonly skipped: SkippedEvents };

export type Section = 'files' | 'notices' | 'skipped' | 'jobFiles';

/** Keys whose row has been opened or closed by the user; the rest is as `isOpenAtFirst` says. */
export type ToggledKeys = ReadonlySet<string>;

/** Hosts are open; ranks only while there are few; the rest on demand. */
const RANKS_OPEN_AT_FIRST = 4;

export type TreeDump = Pick<DumpState, 'ranks' | 'clusterFiles' | 'notices'>;

export function treeRows(dump: TreeDump, toggled: ToggledKeys): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const isOpen = (key: string, atFirst: boolean) => atFirst !== toggled.has(key);

  const section = (
    parentKey: string,
    name: Section,
    { count, isWarning }: { readonly count: number; readonly isWarning: boolean },
    depth: number,
    children: () => readonly TreeRow[],
  ) => {
    if (count === 0) return;
    const key = `${parentKey}/${name}`;
    const open = isOpen(key, parentKey === 'dump' && isOpenAtFirst(name, dump));
    rows.push({ kind: 'section', section: name, count, isWarning, key, depth, isOpen: open });
    if (open) rows.push(...children());
  };

  const addRank = (rank: RankState, depth: number) => {
    const key = `rank${rank.index}`;
    const open = isOpen(key, dump.ranks.length <= RANKS_OPEN_AT_FIRST);
    rows.push({ kind: 'rank', rank, key, depth, isOpen: open });
    if (!open) return;
    for (const group of rank.groups) {
      const groupKey = `group${group.id}`;
      const groupOpen = isOpen(groupKey, false);
      const detail = group.labels;
      const { id, kind: groupKind } = group;
      rows.push({ kind: 'group', id, group, groupKind, detail, key: groupKey, depth: depth + 1, isOpen: groupOpen });
      if (!groupOpen) continue;
      for (const lane of group.lanes) {
        rows.push({
          kind: 'lane',
          id: lane.id,
          group,
          name: lane.name,
          isCounter: lane.kind === 'counter',
          isComputed: lane.isComputed,
          key: `lane${lane.id}`,
          depth: depth + 2,
        });
      }
    }
    const leaf = (name: Section, index: number) => ({ key: `${key}/${name}/${index}`, depth: depth + 2 });
    section(key, 'notices', noticeCount(rank.notices), depth + 1, () =>
      rank.notices.map((notice, index) => ({ kind: 'notice', notice, ...leaf('notices', index) })),
    );
    section(key, 'skipped', { count: rankSkippedCount(rank), isWarning: true }, depth + 1, () =>
      rank.skipped.map((skipped, index) => ({ kind: 'skipped', skipped, ...leaf('skipped', index) })),
    );
    section(key, 'files', { count: rank.files.length, isWarning: false }, depth + 1, () =>
      rank.files.map((file, index) => ({ kind: 'file', file, isOfJob: false, ...leaf('files', index) })),
    );
  };

  section('dump', 'notices', noticeCount(dump.notices), 0, () =>
    dump.notices.map((notice, index) => ({ kind: 'notice', notice, key: `dump/notices/${index}`, depth: 1 })),
  );
  section('dump', 'jobFiles', { count: dump.clusterFiles.length, isWarning: false }, 0, () =>
    dump.clusterFiles.map((file, index) => ({
      kind: 'file',
      file,
      isOfJob: true,
      key: `dump/jobFiles/${index}`,
      depth: 1,
    })),
  );
  const addHosts = (all: readonly RankState[], parentKey: string, depth: number) => {
    const hosts = ranksByHost(all);
    for (const [hostName, ranks] of hosts) {
      // A host of its own for each rank would only add a level: the rank's row names it.
      if (hosts.size === 1 || hosts.size === all.length) {
        for (const rank of ranks) addRank(rank, depth);
        continue;
      }
      const key = `${parentKey}host/${hostName}`;
      const open = isOpen(key, true);
      rows.push({ kind: 'host', name: hostName, rankCount: ranks.length, key, depth, isOpen: open });
      if (open) for (const rank of ranks) addRank(rank, depth + 1);
    }
  };
  for (const [job, ranks] of ranksByJob(dump.ranks)) {
    if (job === undefined) {
      addHosts(ranks, '', 0);
      continue;
    }
    const key = `job/${job.key}`;
    const open = isOpen(key, true);
    const places = ranks.map(({ place }) => place);
    rows.push({ kind: 'job', job, rankCount: ranks.length, places, key, depth: 0, isOpen: open });
    if (open) addHosts(ranks, `${key}/`, 1);
  }
  return rows;
}

/** What went wrong with the dump as a whole is shown at once; a job's summary where there is nothing else. */
function isOpenAtFirst(section: Section, dump: TreeDump): boolean {
  return section === 'notices' || (section === 'jobFiles' && dump.ranks.length === 0);
}

/** A list of mere remarks needs nobody's attention. */
function noticeCount(notices: readonly Notice[]) {
  return { count: notices.length, isWarning: notices.some(({ severity }) => severity !== 'info') };
}

/** Jobs side by side; one group without a job where there is only one. */
function ranksByJob(ranks: readonly RankState[]): ReadonlyMap<RankJob | undefined, readonly RankState[]> {
  const jobs = new Map<string | undefined, RankState[]>();
  for (const rank of ranks) {
    const list = jobs.get(rank.job?.key);
    if (list) list.push(rank);
    else jobs.set(rank.job?.key, [rank]);
  }
  return new Map([...jobs.values()].map((list) => [list[0]?.job, list]));
}

/** The ranks that removing this row takes out, by their places; undefined: it can't be removed. */
export function removedBy(row: TreeRow | undefined): readonly string[] | undefined {
  if (row?.kind === 'rank') return [row.rank.place];
  return row?.kind === 'job' ? row.places : undefined;
}

function ranksByHost(ranks: readonly RankState[]): ReadonlyMap<string, readonly RankState[]> {
  const hosts = new Map<string, RankState[]>();
  for (const rank of ranks) {
    const name = rank.hostName ?? '';
    const list = hosts.get(name);
    if (list) list.push(rank);
    else hosts.set(name, [rank]);
  }
  return hosts;
}

/** Row of the parent, or -1. */
export function parentRow(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  return rows.slice(0, index).findLastIndex((row) => row.depth < depth);
}
