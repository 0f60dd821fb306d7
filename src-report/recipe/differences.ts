/** How the collectors differ, as a table of yes and no. */
import { type CollectorFacts, type CollectorId, collectorFacts } from './collectors';

export const differences = [
  'changesCode',
  'fromStart',
  'count',
  'level',
  'metrics',
  'memory',
  'stack',
  'framework',
  'ranks',
] as const;
export type Difference = (typeof differences)[number];

const told: Readonly<Record<Difference, (facts: CollectorFacts) => boolean>> = {
  changesCode: ({ changesCode }) => changesCode,
  fromStart: ({ collectsFromStart }) => collectsFromStart,
  count: ({ takes }) => takes.has('count'),
  level: ({ takes }) => takes.has('level'),
  metrics: ({ takes }) => takes.has('metrics'),
  memory: ({ takes }) => takes.has('memory'),
  stack: ({ takes }) => takes.has('stack'),
  framework: ({ seesFramework }) => seesFramework,
  ranks: ({ takes }) => takes.has('ranks'),
};

export function differs(collector: CollectorId, difference: Difference): boolean {
  return told[difference](collectorFacts[collector]);
}
