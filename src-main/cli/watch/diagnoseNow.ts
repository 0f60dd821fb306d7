import { tellReport } from '../../../src-watch/reports/tellReport';
import { dumpName } from '../../../src-watch/requests/dumpName';
import type { AlarmEvent } from '../../../src-watch/rule/jobWatch';
import { saidBy } from '../../../src-watch/words/spoken';
import { CommandError } from '../../base/commandError';
import { AfterProfile } from '../../watch/afterProfile';
import { beforeProfile } from '../../watch/before/beforeProfile';
import { profileTrigger } from '../../watch/profileTrigger';
import { untilStopped } from '../untilStopped';
import type { DiagnoseArguments } from './diagnoseArguments';
import { asUsage } from './profileArguments';

/** Of no alarm: a step whose time nobody knows is taken to last a second. */
const byHand: AlarmEvent = {
  ...{ kind: 'alarm', number: 0, step: 0, fromStep: 0, durationNs: 1e9, score: 0, inARow: 0, timeNs: 0 },
  ...{ slowestRank: undefined, outcome: 'triggered' },
};

/** Resolves with the exit code: 0 where something was found out, or nothing was to be. `program`: this command line. */
export async function diagnoseNow(
  given: DiagnoseArguments,
  program: string,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const { way, seenAs, python, language, isJson, isDryRun, waits } = given;
  const profile = asUsage(() => profileTrigger(way, seenAs), language);
  const dump = dumpName('manual', Date.now());
  const before = await beforeProfile(way, seenAs, language);
  const say = isJson ? printError : print;
  for (const line of before) say(line);
  if (isDryRun) {
    const request = await profile.wouldAsk(byHand, '', dump);
    print(isJson ? JSON.stringify({ dump, before, request }) : request);
    return 0;
  }
  const stop = new AbortController();
  const stopped = untilStopped(stop.signal).then(() => stop.abort());
  try {
    const asked = profile.prepare(byHand, '', dump).then((send) => send(stop.signal));
    const answer = await asked.catch((error: unknown) => {
      throw new CommandError(saidBy(error)[language]);
    });
    const { processes } = answer;
    const said = answer.said[language];
    say(said);
    const after = new AfterProfile({ way, seenAs, program, ...(python !== undefined && { python }) });
    const report = waits ? await after.report(dump, processes, stop.signal) : undefined;
    const text = report && tellReport(undefined, report, language);
    if (isJson) print(JSON.stringify({ dump, before, said, report: report ?? null, text: text ?? null }));
    else if (text !== undefined) print(text);
    if (report) return report.kind === 'findings' ? 0 : 1;
    // Ended before its dump came, where there was one to wait for.
    return waits && after.placeOf(dump) !== undefined ? 1 : 0;
  } finally {
    stop.abort();
    await stopped;
  }
}
