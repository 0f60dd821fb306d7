import type { ChainItem, ChainRole, OfSlice, SliceChain } from '../../../src-contract';
import { fromNsOf, toNsOf } from '../../index/arrows/arrowEnds';
import type { DumpContext } from '../../model/dumpContext';
import { rowsWithin } from '../../query/nested';
import { categoryOfLink, linksOfSlice } from '../../query/slice/linksOfSlice';
import { parentsOf } from './around';
import { collectiveOfTask, tasksOfCollective } from './collectiveTasks';
import { type AskedSlice, askedSlice } from './slices';

const ROLES: readonly ChainRole[] = [
  'around',
  'before',
  'self',
  'after',
  'collective',
  'tasks',
  'partner',
  'partner-after',
];
/** Of each role. */
const MOST_ITEMS = 200;
/** So many slices within one are looked at for what they put on the device. */
const MOST_WITHIN = 5_000;
/** Between a forward op and its backward op: no way to follow from the host to the device. */
const PARTNERS = /^fwd_?bwd/i;

/** The question `timeline.chain`. */
export async function sliceChain(dump: DumpContext, { slice: ref }: OfSlice): Promise<SliceChain | undefined> {
  const asked = await askedSlice(dump, ref);
  return asked && new Chain(asked).walk();
}

interface Found {
  readonly role: ChainRole;
  readonly slice: number;
  /** The arrow that led there. */
  readonly link?: number | undefined;
}

class Chain {
  readonly #found = new Map<number, Found>();
  readonly #counts = new Map<ChainRole, number>();
  #isCut = false;

  constructor(readonly asked: AskedSlice) {}

  walk(): SliceChain {
    const { asked } = this;
    this.#add('self', asked.slice);
    this.#follow('incoming', 'before', asked.slice);
    this.#follow('outgoing', 'after', asked.slice);
    if (this.#of('after').length === 0) this.#followWithin('after', asked.slice);
    this.#addCollective();
    const host = [asked.slice, ...this.#of('before')];
    for (const slice of host) this.#addAround(slice);
    const ops = [...host, ...this.#of('around')];
    for (const slice of ops) this.#addPartners(slice);
    for (const partner of this.#of('partner')) {
      this.#follow('outgoing', 'partner-after', partner);
      this.#followWithin('partner-after', partner);
    }
    return { items: this.#items(), isCut: this.#isCut };
  }

  /** False if it is known already, or there are too many. */
  #add(role: ChainRole, slice: number, link?: number): boolean {
    if (this.#found.has(slice)) return false;
    const count = this.#counts.get(role) ?? 0;
    if (count >= MOST_ITEMS) {
      this.#isCut = true;
      return false;
    }
    this.#counts.set(role, count + 1);
    this.#found.set(slice, { role, slice, link });
    return true;
  }

  #of(role: ChainRole): number[] {
    return [...this.#found.values()].filter((own) => own.role === role).map(({ slice }) => slice);
  }

  #follow(direction: 'incoming' | 'outgoing', role: ChainRole, from: number): void {
    const { part } = this.asked;
    const { fromSlice, toSlice } = part.index.flows;
    const open = [from];
    for (let slice = open.pop(); slice !== undefined; slice = open.pop())
      for (const link of linksOfSlice(part, slice, direction)) {
        if (PARTNERS.test(categoryOfLink(part, link))) continue;
        const other = direction === 'incoming' ? fromSlice[link] : toSlice[link];
        if (this.#add(role, other, link)) open.push(other);
      }
  }

  /** What calls within a slice put on the device. */
  #followWithin(role: ChainRole, slice: number): void {
    const { part } = this.asked;
    const open = [slice];
    let looked = 0;
    for (let own = open.pop(); own !== undefined; own = open.pop()) {
      const row = part.rowOf(own);
      for (const { first, end } of rowsWithin(part.index, own, row, part.laneOfRow(row)))
        for (let at = first; at < end; at++) {
          if (++looked > MOST_WITHIN) {
            this.#isCut = true;
            return;
          }
          this.#follow('outgoing', role, at);
          open.push(at);
        }
    }
  }

  #addAround(slice: number): void {
    const { part } = this.asked;
    const row = part.rowOf(slice);
    const lane = part.laneOfRow(row);
    for (const parent of parentsOf({ part, slice, row, lane })) this.#add('around', parent);
  }

  #addPartners(slice: number): void {
    const { part } = this.asked;
    const { fromSlice, toSlice } = part.index.flows;
    for (const direction of ['incoming', 'outgoing'] as const)
      for (const link of linksOfSlice(part, slice, direction))
        if (PARTNERS.test(categoryOfLink(part, link)))
          this.#add('partner', direction === 'incoming' ? fromSlice[link] : toSlice[link], link);
  }

  /** The tasks of a collective; of such a task its collective, and what launched that where nothing leads to the task itself. */
  #addCollective(): void {
    const { asked } = this;
    for (const task of tasksOfCollective(asked)) if (!this.#add('tasks', task) && this.#isCut) break;
    const collective = collectiveOfTask(asked);
    if (collective === undefined || !this.#add('collective', collective)) return;
    if (this.#of('before').length === 0) this.#follow('incoming', 'before', collective);
  }

  #items(): ChainItem[] {
    const items = [...this.#found.values()].map((own) => this.#item(own));
    return items.sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.slice.startNs - b.slice.startNs);
  }

  #item({ role, slice, link }: Found): ChainItem {
    const { part, view } = this.asked;
    const { index } = part;
    const lane = index.lanes[part.laneOfRow(part.rowOf(slice))];
    return {
      role,
      slice: part.summary(slice),
      groupName: view.groupName(lane.groupLocalId),
      laneName: lane.name,
      ...(link !== undefined && {
        category: categoryOfLink(part, link),
        delayNs: toNsOf(index, link) - fromNsOf(index, link),
      }),
    };
  }
}
