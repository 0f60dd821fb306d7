/** What is to be said of a step's phases. Pure. */
import type { TFunction } from 'i18next';
import type { ShownStep } from '../../../../src-contract';
import { formatUnit } from '../../../base/formatUnit';
import { joinSentences } from '../../../base/joinSentences';
import { collectiveNs, type TracePhaseId, tracePhases } from './tracePhases';

/** Where to look when a phase takes most of the step: as MindSpore's documentation advises. */
export interface TraceSentence {
  readonly text: string;
  readonly leadsTo?: 'data' | 'operator' | 'communication';
}

const leads: Readonly<Record<TracePhaseId, NonNullable<TraceSentence['leadsTo']>>> = {
  interval: 'data',
  forwardBackward: 'operator',
  tail: 'communication',
};

export function traceSentences(shown: ShownStep, t: TFunction): readonly TraceSentence[] {
  const phases = tracePhases(shown);
  const time = (ns: number) => formatUnit(Math.round(ns), 'duration');
  const share = (ns: number) => formatUnit(Math.round((100 * ns) / shown.totalNs), 'count');
  const whose =
    shown.step === undefined
      ? t('summary.trace.meanTakes', { count: shown.stepCount, n: shown.stepCount, total: time(shown.totalNs) })
      : t('summary.trace.stepTakes', { step: shown.step, total: time(shown.totalNs) });
  if (phases.length === 0) return [{ text: joinSentences([whose, t('summary.trace.noPhases')]) }];
  const parts = Object.fromEntries(
    phases.flatMap(({ id, startNs, endNs }) => [
      [id, time(endNs - startNs)],
      [`${id}Share`, share(endNs - startNs)],
    ]),
  );
  const longest = phases.reduce((a, b) => (b.endNs - b.startNs > a.endNs - a.startNs ? b : a));
  const busyNs = collectiveNs(shown);
  return [
    { text: joinSentences([whose, t('summary.trace.parts', parts)]) },
    { text: t(`summary.trace.longest.${longest.id}`), leadsTo: leads[longest.id] },
    ...(busyNs > 0 ? [{ text: t('summary.trace.collectives', { time: time(busyNs), share: share(busyNs) }) }] : []),
  ];
}
