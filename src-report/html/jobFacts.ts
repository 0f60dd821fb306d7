/** The job in a few facts. */
import type { DumpState, FindingsReport, JobFactId, JobFacts } from '../../src-contract';
import { type SentenceLanguage, timeText } from '../../src-contract/findings/sentence';
import { msText } from '../numbers';
import { jobFactNames as namesEn } from '../words/namesEn';
import { jobFactNames as namesZh } from '../words/namesZh';
import { reportWords } from '../words/reportWords';
import { html, type Markup } from './markup';

/** Those that say what ran where; the Summary tab has the others. */
const SHOWN: readonly JobFactId[] = [
  'ranks',
  'worldSize',
  'hosts',
  'deviceName',
  'parallel',
  'level',
  'framework',
  'cann',
  'backend',
];
/** Values of a fact in which ranks differ. */
const MOST_VALUES = 4;

export function factSection(
  state: DumpState,
  report: FindingsReport,
  job: JobFacts | undefined,
  language: SentenceLanguage,
): Markup {
  const words = reportWords[language].facts;
  const names = language === 'zh' ? namesZh : namesEn;
  const facts: (readonly [string, string])[] = [[words.path, state.paths.join('\n')]];
  for (const { id, values } of job?.facts ?? []) {
    const texts = [...new Set(values.map(({ text }) => text))];
    const more = texts.length > MOST_VALUES ? ' …' : '';
    if (SHOWN.includes(id) && texts.length > 0) facts.push([names[id], texts.slice(0, MOST_VALUES).join(', ') + more]);
  }
  if (!Number.isNaN(report.stepNs)) {
    const step = words.steps.replace('{step}', `${msText(report.stepNs)} ms`);
    facts.push([words.step, step.replace('{count}', report.stepCount.toLocaleString('en-US'))]);
  }
  if (state.endNs > state.startNs) {
    const began = epochText(state.originNs);
    facts.push([words.recorded, [...(began ? [began] : []), timeText(state.endNs - state.startNs)].join(' · ')]);
  }
  const events = state.ranks.reduce((sum, { eventCounts }) => sum + total(eventCounts), 0);
  if (events > 0) facts.push([words.events, events.toLocaleString('en-US')]);
  return html`<section id="job"><dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></section>
`;
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Earlier than 2000: the clock counts from the machine's start, not from 1970. */
const FIRST_EPOCH_NS = 946_684_800_000_000_000n;
const LAST_EPOCH_NS = 253_402_300_799_000_000_000n;

function epochText(epochNs: bigint): string | undefined {
  if (epochNs < FIRST_EPOCH_NS || epochNs > LAST_EPOCH_NS) return undefined;
  return `${new Date(Number(epochNs / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
