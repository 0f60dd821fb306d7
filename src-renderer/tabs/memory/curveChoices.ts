/** Which curves the chosen mode draws, and of which component. Pure. */
import type { CurveChoice, MemoryComponent, MemoryMetric, RankMemory } from '../../../src-contract';
import type { CurveMode } from './memoryState';

const metricOrder: readonly MemoryMetric[] = ['active', 'allocated', 'reserved', 'unused'];

/** Components whose curve can be drawn first; of them the sum of all allocators, else the one that holds most. */
export function defaultComponent(facts: RankMemory): MemoryComponent | undefined {
  const rate = (component: MemoryComponent) => {
    const peak = Math.max(0, ...component.metrics.map(({ peakBytes }) => peakBytes));
    const hasAllocated = component.metrics.some(({ metric }) => metric === 'allocated');
    // A host's own memory matters less than the device's, whatever its size.
    return [
      !component.isTimeLost,
      hasAllocated,
      component.component !== 'CPU',
      component.component.includes('+'),
      peak,
    ];
  };
  return [...facts.components].sort((a, b) => compareLists(rate(b), rate(a)))[0];
}

function compareLists(one: readonly (number | boolean)[], other: readonly (number | boolean)[]): number {
  for (const [at, value] of one.entries()) {
    const difference = Number(value) - Number(other[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function chosenComponent(facts: RankMemory, id: string | undefined): MemoryComponent | undefined {
  return facts.components.find((component) => component.id === id) ?? defaultComponent(facts);
}

/** The whole process has its own component; with one of the allocators it is drawn too, as what is reserved around it. */
export function processComponent(facts: RankMemory): MemoryComponent | undefined {
  return facts.components.find(({ component, isTimeLost }) => component === 'APP' && !isTimeLost);
}

/** A trace tells no streams: all its allocations stand under ''. */
export function hasStreams({ streams }: RankMemory): boolean {
  return streams.length > 1 && streams.some(({ stream }) => stream !== '');
}

interface Wanted {
  readonly mode: CurveMode;
  readonly metric: MemoryMetric;
  readonly component: MemoryComponent;
  /** The rank in front, then those compared with it. */
  readonly ranks: readonly RankMemory[];
}

export function curveChoices({ mode, metric, component, ranks }: Wanted): readonly CurveChoice[] {
  const [facts] = ranks;
  if (!facts) return [];
  const of = (own: MemoryComponent, measure: MemoryMetric, rank = facts.rank): CurveChoice[] =>
    !own.isTimeLost && own.metrics.some((known) => known.metric === measure)
      ? [{ kind: 'component', rank, component: own.id, metric: measure }]
      : [];
  switch (mode) {
    case 'metrics': {
      const process = processComponent(facts);
      const own = metricOrder.flatMap((measure) => of(component, measure));
      return process && process.id !== component.id ? [...own, ...of(process, 'reserved')] : own;
    }
    case 'components':
      return facts.components.flatMap((own) => of(own, metric));
    case 'streams':
      return facts.streams.map(({ stream, component: own }) => ({
        kind: 'stream',
        rank: facts.rank,
        component: own,
        stream,
      }));
    case 'ranks':
      return ranks.flatMap((rank) => {
        const same = rank.components.find(({ id }) => id === component.id) ?? defaultComponent(rank);
        return same ? of(same, metric, rank.rank) : [];
      });
  }
}

/** Unique among the curves of a chart. */
export function curveId(choice: CurveChoice): string {
  switch (choice.kind) {
    case 'component':
      return `${choice.rank} ${choice.component} ${choice.metric}`;
    case 'stream':
      return `${choice.rank} ${choice.component} stream ${choice.stream}`;
    case 'module':
      return `${choice.rank} module ${choice.module}`;
  }
}
