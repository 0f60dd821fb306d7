import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { PatternError } from '../../../src-watch/lines/userPattern';
import type { AlarmEvent } from '../../../src-watch/rule/jobWatch';
import { tellEvent } from '../../../src-watch/telling/tellEvent';
import { plainly } from '../../../src-watch/words/spoken';
import { CommandError } from '../../base/commandError';
import { removeLeftovers } from '../../base/temporary';
import { userDirs } from '../../engine/user/userDirs';
import { pathOfArgument } from '../../host/openArgument';
import { AfterProfile } from '../../watch/afterProfile';
import { eventSender } from '../../watch/eventSender';
import { Journal } from '../../watch/journal';
import { collectBehindTheFirst, keepNewSpaceSmall } from '../../watch/littleMemory';
import { profileTrigger, type SendProfile } from '../../watch/profileTrigger';
import { monitorThreadUrl, readInThread } from '../../watch/sources/monitorReader';
import { Watcher } from '../../watch/watcher';
import { journalPath, lockPath } from '../../watch/watchFiles';
import { WatchLock } from '../../watch/watchLock';
import type { SavedWatch } from '../../watch/watchOptions';
import { untilStopped } from '../untilStopped';
import { asUsage } from './profileArguments';
import type { LiveArguments, WatchArguments } from './watchArguments';
import { watchListener } from './watchListener';

/** A line is told of within two seconds of being written. */
const EVERY_MS = 1_000;

type Print = (line: string) => void;

/** Follows the job until it is stopped; resolves with the exit code. `program`: this command line, which dumps are analysed with. */
export async function watchLive(
  given: WatchArguments,
  live: LiveArguments,
  program: string,
  print: Print,
  printError: Print,
  isSeen = process.stdout.isTTY,
): Promise<number> {
  keepNewSpaceSmall();
  const isServer = given.form.kind === 'prometheus';
  const paths = isServer ? given.files : given.files.map((file) => pathOfArgument(file, process.cwd()));
  const { configDir } = userDirs(process.platform, process.env, homedir());
  const journal = new Journal<SavedWatch>(journalPath(configDir, paths, given.form));
  await removeLeftovers(dirname(journal.path));
  const saved = live.isFresh ? undefined : await journal.read();
  const { isDryRun, limitsFile, stall } = live;
  const way = live.profile;
  const profile =
    way && asUsage(() => profileTrigger(way, live.dumps, () => watcher.job.rankCount || undefined), given.language);
  const trigger =
    profile &&
    (async (alarm: AlarmEvent, dump: string): Promise<SendProfile> => {
      const reason = tellEvent(alarm, watcher.job.limits, given.language);
      if (!isDryRun) return profile.prepare(alarm, reason, dump);
      const said = plainly(await profile.wouldAsk(alarm, reason, dump));
      return async () => ({ said, processes: undefined });
    });
  const watcher: Watcher = new Watcher(
    {
      paths,
      form: given.form,
      limits: given.limits,
      stall,
      ...(live.stages !== undefined && { stages: live.stages }),
      limitsFile: limitsFile === undefined ? undefined : pathOfArgument(limitsFile, process.cwd()),
      journal,
      trigger,
      ...(live.webhook && {
        sender: eventSender({
          ...{ target: live.webhook, files: paths, language: given.language, saved: saved?.outbox },
          limits: () => watcher.job.limits,
          tell: (text) => printError(text[given.language]),
        }),
      }),
      ...(way && !isDryRun && { after: new AfterProfile({ way, seenAs: live.dumps, program, ...pythonOf(live) }) }),
      everyMs: EVERY_MS,
      looked: collectBehindTheFirst(() => (watcher.source.unreadBytes ?? 0) > 0),
      ways: { databases: readInThread(monitorThreadUrl(program)) },
      lock: new WatchLock(lockPath(configDir, paths)),
    },
    watchListener(given, () => watcher.job.limits, print, printError, isSeen),
    saved,
  );
  const stop = new AbortController();
  const stopped = untilStopped(stop.signal).then(() => stop.abort());
  try {
    await watcher.run(stop.signal);
  } catch (error) {
    if (error instanceof PatternError) throw new CommandError(error.message);
    throw error;
  } finally {
    stop.abort();
    await stopped;
  }
  return 0;
}

function pythonOf({ python }: LiveArguments): { readonly python?: string } {
  return python === undefined ? {} : { python };
}
