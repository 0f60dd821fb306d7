/**
 * What the program has found out about the open dump: asked for once for the whole window, which shows it in several places,
 * in the background, as soon as the dump has been read and whenever more of it has been.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  DumpState,
  FindingsReport,
  MutedFinding,
  PathMarks,
  QuestionProgress,
  ThresholdId,
  Thresholds,
} from '../../../src-contract';
import { damagedFiles, withDamagedFiles } from '../../../src-report/damagedFiles';
import { LatestAnswer } from '../../base/latestAnswer';
import { isConnectionClosed } from '../../base/useLatestAnswer';
import { revisionOf } from '../answers/revision';
import { followQuestions } from '../followQuestions';
import { Track } from '../historyTrack';
import type { DumpSession } from '../session';

/** What is opened is drawn first. */
const FIRST_DELAY_MS = 200;

/** No finding has it as its id. */
export const PATH_EVIDENCE = 'critical path';

export type MuteWay = 'undo' | 'redo';

/** Of one finding; `reason` undefined: it is shown. */
interface Muting {
  readonly finding: string;
  readonly reason: string | undefined;
}

export interface FindingsState {
  /** The last one; it stays while another is awaited. */
  readonly report: FindingsReport | undefined;
  readonly isAsking: boolean;
  readonly error: unknown;
  /** Limits that the user has changed, for all dumps. */
  readonly limits: Partial<Thresholds>;
  readonly muted: readonly MutedFinding[];
  /** Findings whose details are shown, by id. */
  readonly open: ReadonlySet<string>;
  /** The finding that keys act on, by id. */
  readonly current: string | undefined;
  /** The finding whose evidence the timeline has marked, by id; `PATH_EVIDENCE`: a critical path, `pathShown`. */
  readonly evidenced: string | undefined;
  readonly pathShown: Pick<PathMarks, 'label' | 'step' | 'markedShare'> | undefined;
}

export interface Findings {
  readonly store: StoreApi<FindingsState>;
  readonly progress: StoreApi<QuestionProgress | undefined>;
  /** Asks whenever there is something new to ask about. Returns the function that ends it. */
  follow(): () => void;
  retry(): void;
  /** Undefined: the usual limit. The report follows at once; rejects where it can't be kept for the next time. */
  setLimit(id: ThresholdId, value: number | undefined): Promise<void>;
  resetLimits(): Promise<void>;
  /** `reason` undefined: it is shown again. */
  mute(finding: string, reason: string | undefined): Promise<void>;
  /** Whether a mute can be taken back, or made once more. */
  canGo(way: MuteWay): boolean;
  go(way: MuteWay): Promise<void>;
  /** Shows its details, and lets keys act on it. */
  show(finding: string): void;
  toggle(finding: string): void;
}

/** The same for all who ask for it, as long as the dump is open. */
export function findingsOf(session: DumpSession): Findings {
  return session.viewState('findings', () => createFindings(session));
}

function createFindings(session: DumpSession): Findings {
  const { engine, dumpId } = session;
  // Not those of the session: a tab that waits for its own answer would show how far this one is.
  const questions = followQuestions(engine);
  const store = createStore<FindingsState>()(() => ({
    report: undefined,
    isAsking: false,
    error: undefined,
    limits: {},
    muted: [],
    open: new Set(),
    current: undefined,
    evidenced: undefined,
    pathShown: undefined,
  }));
  let latest: LatestAnswer<Partial<Thresholds>, FindingsReport> | undefined;
  /** As it was answered. */
  let answered: FindingsReport | undefined;
  /** What is wrong with its files, of which some is found out only while the question is answered. */
  let damage = '';
  const showReport = () => {
    const { dump } = session.store.getState();
    if (!answered) return;
    damage = JSON.stringify(damagedFiles(dump));
    store.setState({ report: withDamagedFiles(answered, dump) });
  };

  const changeLimits = async (limits: Partial<Thresholds>) => {
    store.setState({ limits });
    latest?.request(limits);
    await engine.changeSettings({ thresholds: limits });
  };

  const mutes = new Track<Muting>();
  let act = 0;
  const reasonOf = (finding: string) => store.getState().muted.find((own) => own.finding === finding)?.reason;
  const setMuted = async ({ finding, reason }: Muting) =>
    store.setState({ muted: await engine.muteFinding(dumpId, finding, reason) });
  return {
    store,
    progress: questions.progress,
    follow() {
      const own = new LatestAnswer<Partial<Thresholds>, FindingsReport>({
        ask: (limits, signal) =>
          questions.follow((id) => engine.ask(dumpId, 'findings.report', { limits }, id), signal),
        onAsking: () => store.setState({ isAsking: true }),
        onAnswer: (report) => {
          answered = report;
          showReport();
          store.setState({ isAsking: false, error: undefined });
        },
        onError: (error) => {
          if (!isConnectionClosed(error)) store.setState({ isAsking: false, error });
        },
      });
      latest = own;
      let isKnown = false;
      let asked = '';
      const look = (dump: DumpState) => {
        if (answered && JSON.stringify(damagedFiles(dump)) !== damage) showReport();
        const revision = revisionOf(dump);
        if (!isKnown || !isRead(dump) || revision === asked) return;
        if (asked === '') own.request(store.getState().limits, FIRST_DELAY_MS);
        else own.renew();
        asked = revision;
      };
      const stop = session.calmStore.subscribe(({ dump }) => look(dump));
      // What can't be read of these is as if nothing had been chosen.
      void Promise.allSettled([engine.settings(), engine.mutedFindings(dumpId)]).then(([settings, muted]) => {
        store.setState({
          limits: (settings.status === 'fulfilled' && settings.value.thresholds) || {},
          muted: muted.status === 'fulfilled' ? muted.value : [],
        });
        isKnown = true;
        look(session.store.getState().dump);
      });
      return () => {
        stop();
        own.dispose();
        if (latest === own) latest = undefined;
      };
    },
    retry: () => latest?.request(store.getState().limits),
    setLimit(id, value) {
      const { [id]: _before, ...others } = store.getState().limits;
      return changeLimits(value === undefined ? others : { ...others, [id]: value });
    },
    resetLimits: () => changeLimits({}),
    async mute(finding, reason) {
      const before = { finding, reason: reasonOf(finding) };
      await setMuted({ finding, reason });
      mutes.add({ act: ++act, before, after: { finding, reason } });
    },
    canGo: (way) => (way === 'undo' ? mutes.last : mutes.next) !== undefined,
    async go(way) {
      const change = way === 'undo' ? mutes.last : mutes.next;
      if (!change) return;
      const { finding } = change.before;
      const now = { finding, reason: reasonOf(finding) };
      if (way === 'undo') mutes.back(now, ++act);
      else mutes.forward(now);
      await setMuted(way === 'undo' ? change.before : change.after);
    },
    show(finding) {
      store.setState({ current: finding, open: new Set([...store.getState().open, finding]) });
    },
    toggle(finding) {
      const open = new Set(store.getState().open);
      if (!open.delete(finding)) open.add(finding);
      store.setState({ current: finding, open });
    },
  };
}

function isRead({ status }: DumpState): boolean {
  return status === 'ready' || status === 'cancelled';
}
