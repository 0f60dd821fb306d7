import type { ArrowChoice, SearchRegion, TableColumn } from '../../../src-contract';
import { isLaunchCall } from '../../../src-contract/launchArrows';
import { fromNsOf, toNsOf } from '../../index/arrows/arrowEnds';
import type { DumpContext } from '../../model/dumpContext';
import { threshold } from '../../model/thresholds';
import { ownStretch } from '../../query/chosenLanes';
import type { RankView } from '../../query/rankView';
import { RowCells } from '../rowCells';
import { type RowRun, runsOfRanks } from '../rowRuns';
import type { RowTable } from '../rowTable';

const COLUMNS: readonly TableColumn[] = [
  { key: 'from', label: 'From', kind: 'text', unit: 'none', isHidden: false },
  { key: 'to', label: 'To', kind: 'text', unit: 'none', isHidden: false },
  { key: 'fromNs', label: 'Start', kind: 'number', unit: 'time', isHidden: false },
  { key: 'delayNs', label: 'Delay', kind: 'number', unit: 'duration', isHidden: false },
  { key: 'waits', label: 'Device waits', kind: 'number', unit: 'count', isHidden: false },
  { key: 'category', label: 'Category', kind: 'text', unit: 'none', isHidden: false },
  { key: 'rank', label: 'Rank', kind: 'text', unit: 'none', isHidden: false },
  { key: 'fromLane', label: 'From lane', kind: 'text', unit: 'none', isHidden: false },
  { key: 'toLane', label: 'To lane', kind: 'text', unit: 'none', isHidden: false },
  { key: 'toNs', label: 'End', kind: 'number', unit: 'time', isHidden: true },
  { key: 'rankIndex', label: 'Rank index', kind: 'number', unit: 'id', isHidden: true },
  { key: 'fromSlice', label: 'From slice', kind: 'number', unit: 'id', isHidden: true },
  { key: 'toSlice', label: 'To slice', kind: 'number', unit: 'id', isHidden: true },
];

/** Arrows of one category of a rank, which follow each other in the index as in the table. */
interface Run extends RowRun {
  readonly firstLink: number;
  /** Those of a region alone, in the place of all from the first one on. */
  readonly links?: Uint32Array;
  readonly category: string;
}

const linkOf = ({ firstLink, firstRow, links }: Run & { readonly firstRow: number }, row: number) =>
  links ? links[row - firstRow] : firstLink + row - firstRow;

/** The table `timeline.arrows`. Both ends are of the rank's files, the first part of its view. */
export async function arrowTable(dump: DumpContext, { ranks, category, ...region }: ArrowChoice): Promise<RowTable> {
  const runs = await runsOfRanks(dump, ranks, (view) => runsOf(view, category, region));
  const { rowCount } = runs;
  return {
    rowCount,
    columns: COLUMNS,
    // The least and the greatest delay tell the unit of the column.
    summed: ['delayNs', 'waits'],
    at: async (now, rows, keys, clock) => {
      const filler = new Filler(now, COLUMNS, rows?.length ?? rowCount, keys, clock);
      const places = runs.placesByRank(rows);
      await now.overRanks([...places.keys()], async (rank) => {
        const view = await now.timeline(rank);
        if (!view) return;
        for (const at of places.get(rank) ?? []) {
          const row = rows?.[at] ?? at;
          const run = runs.runOf(row);
          filler.put(view, at, linkOf(run, row), run.category);
        }
      });
      return filler.table();
    },
  };
}

function runsOf(view: RankView, category: string | undefined, region: Partial<SearchRegion>): Run[] {
  const { flows } = view.index;
  const isInRegion = regionTest(view, region);
  return flows.categories.flatMap((own, at) => {
    const [firstLink, endLink] = [flows.categoryFirst[at], flows.categoryFirst[at + 1]];
    if ((category !== undefined && own !== category) || endLink === firstLink) return [];
    const run = { rank: view.rank, firstLink, category: own };
    if (!isInRegion) return [{ ...run, count: endLink - firstLink }];
    const links = new Uint32Array(endLink - firstLink);
    let count = 0;
    for (let link = firstLink; link < endLink; link++) if (isInRegion(link)) links[count++] = link;
    return count > 0 ? [{ ...run, links: links.slice(0, count), count }] : [];
  });
}

/** Undefined: all are. */
function regionTest(view: RankView, region: Partial<SearchRegion>): ((link: number) => boolean) | undefined {
  const { lanes, startNs, endNs } = region;
  if (!lanes && startNs === undefined && endNs === undefined) return undefined;
  const { fromNs, toNs } = ownStretch(view, region);
  const wanted = lanes && new Set(lanes);
  const { index } = view;
  const isIn = (slice: number, ns: number) =>
    ns >= fromNs && ns <= toNs && (wanted?.has(view.laneId(view.laneOfRow(view.rowOf(slice)))) ?? true);
  const { fromSlice, toSlice } = index.flows;
  return (link) => isIn(fromSlice[link], fromNsOf(index, link)) || isIn(toSlice[link], toNsOf(index, link));
}

/** Fills the cells of arrows. */
class Filler extends RowCells {
  readonly #nearVerticalNs = threshold('walk.near-vertical');

  put(view: RankView, at: number, link: number, category: string): void {
    for (const [key, values] of this.numbers) values[at] = this.#number(key, view, link, category);
    for (const [key, { codes, pool }] of this.texts) codes[at] = pool.code(this.#text(key, view, link, category));
  }

  #number(key: string, view: RankView, link: number, category: string): number {
    const { index } = view;
    const delayNs = toNsOf(index, link) - fromNsOf(index, link);
    switch (key) {
      case 'fromNs':
        return this.instant(view, fromNsOf(index, link));
      case 'toNs':
        return this.instant(view, toNsOf(index, link));
      case 'delayNs':
        return delayNs;
      case 'waits':
        // Of other arrows nothing is known, which is not the same as no.
        if (!isLaunchCall(category)) return Number.NaN;
        return delayNs >= 0 && delayNs < this.#nearVerticalNs ? 1 : 0;
      case 'rankIndex':
        return view.rank;
      case 'fromSlice':
        return index.flows.fromSlice[link];
      default:
        return index.flows.toSlice[link];
    }
  }

  #text(key: string, view: RankView, link: number, category: string): string {
    const { flows, slices } = view.index;
    switch (key) {
      case 'from':
        return view.nameText(slices.name[flows.fromSlice[link]]);
      case 'to':
        return view.nameText(slices.name[flows.toSlice[link]]);
      case 'fromLane':
        return laneName(view, flows.fromSlice[link]);
      case 'toLane':
        return laneName(view, flows.toSlice[link]);
      case 'rank':
        return this.rankLabel(view.rank);
      default:
        return category;
    }
  }
}

function laneName(view: RankView, slice: number): string {
  return view.index.lanes[view.laneOfRow(view.rowOf(slice))].name;
}
