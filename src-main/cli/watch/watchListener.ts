/** What a watcher without a window tells, on a terminal or to a program. */
import { tellReport } from '../../../src-watch/reports/tellReport';
import type { JobWatch } from '../../../src-watch/rule/jobWatch';
import { throughputOf } from '../../../src-watch/rule/throughput';
import { isTold, lengthOf, tellEvent } from '../../../src-watch/telling/tellEvent';
import { tellThroughput } from '../../../src-watch/telling/tellWhy';
import { type WordId, words } from '../../../src-watch/words/words';
import { problemText } from '../../watch/problemText';
import type { WatchListener } from '../../watch/watchOptions';
import type { WatchArguments } from './watchArguments';

type Print = (line: string) => void;

/**
 * Sentences on standard output, or an object a line with --json; problems on stderr in either case, and what has been found in a profile where nobody
 * looks at the output.
 */
export function watchListener(
  { isJson, language, live, work }: Pick<WatchArguments, 'isJson' | 'language' | 'live' | 'work'>,
  limits: () => JobWatch['limits'],
  print: Print,
  printError: Print,
  isSeen: boolean,
): WatchListener {
  const isDryRun = live?.isDryRun === true;
  const say = (kind: string, value: object, text: string): void =>
    print(isJson ? JSON.stringify({ at: new Date().toISOString(), kind, ...value, text }) : text);
  return {
    event: (event) => {
      if (!isJson && !isTold(event)) return;
      const throughput = throughputOf(work, lengthOf(event));
      const text = tellEvent(event, limits(), language) + tellThroughput(work, lengthOf(event), language);
      say(event.kind, { ...event, ...(throughput && Object.keys(work).length > 0 && { throughput }) }, text);
    },
    file: ({ path, change }) => say('file', { path, change }, words(`file.${change}`, { path }, language)),
    trigger: ({ alarm, status, said = '' }) => {
      const sentence = typeof said === 'string' ? said : said[language];
      const id: WordId =
        status === 'failed' || status === 'unknown' || status === 'elsewhere' || status === 'past'
          ? `trigger.${status}`
          : isDryRun
            ? 'trigger.dry'
            : 'trigger.asked';
      const text = words(id, { number: alarm.number, said: sentence }, language);
      say('trigger', { alarm: alarm.number, step: alarm.step, status }, text);
    },
    report: ({ alarm, dump }, report) => {
      const text = tellReport(alarm, report, language);
      say('report', { alarm: alarm.number, step: alarm.step, dump, report }, text);
      // Lines for programs, and those that nobody looks at, go to a file as a rule.
      if (isJson || !isSeen) printError(text);
    },
    state: (state) => {
      // Each spike that is told of begins and ends a risk: as text that says enough.
      if (isJson || (state !== 'at-risk' && state !== 'watching'))
        say('state', { state }, words(`state.${state}`, {}, language));
    },
    problem: (problem) => printError(problemText(problem)[language]),
  };
}
