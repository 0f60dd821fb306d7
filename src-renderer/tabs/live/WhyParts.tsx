import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveJob, LiveSeries, LiveSources, LiveWhy } from '../../../src-contract';
import { formatCount, formatDuration } from '../../base/format';
import { useShell } from '../../session/shell';
import { Button, IconButton } from '../../ui/Button';
import { useLiveText } from './JobHead';
import { useLive } from './live';

/** Of steps that nobody zoomed to, the last ones are asked about. */
const LAST_STEPS = 20;

interface WhyProps {
  readonly job: LiveJob;
  readonly series: LiveSeries;
  readonly isZoomed: boolean;
  /** False while `series` is still of what was in sight before. */
  readonly isOfView: boolean;
}

/**
 * Of the steps in sight, or the last ones: why there was no alarm, and which limits would have made one, to be taken over. It is asked
 * when the steps in sight are known, and anew when others are.
 */
export function WhyNoAlarm({ job, series, isZoomed, isOfView }: WhyProps) {
  const { t } = useTranslation();
  const { engine } = useLive();
  const shell = useShell();
  const textOf = useLiveText();
  // With each press another one.
  const [asked, setAsked] = useState<{ readonly last: number }>();
  const [answer, setAnswer] = useState<{ readonly of: string; readonly why: LiveWhy }>();
  const last = asked?.last ?? 0;
  const first = isZoomed ? (series.firstStep[0] ?? last) : Math.max(0, last - LAST_STEPS + 1);
  const to = isZoomed ? (series.lastStep.at(-1) ?? last) : last;
  const { id } = job;
  const steps = `${id} ${first} ${to}`;
  useEffect(() => {
    if (!asked || !isOfView) return;
    let isWanted = true;
    engine.whyNoLiveAlarm(id, first, to).then(
      (why) => isWanted && setAnswer({ of: steps, why }),
      (error) => isWanted && shell.reportError(error),
    );
    return () => {
      isWanted = false;
    };
  }, [engine, shell, asked, isOfView, id, first, to, steps]);
  const close = () => {
    setAsked(undefined);
    setAnswer(undefined);
  };
  const told = answer?.why;
  return (
    <>
      <Button variant="quiet" title={t('live.whyHint')} onClick={() => setAsked({ last: job.step ?? 0 })}>
        {t('live.why')}
      </Button>
      {asked && !told && <Told onClose={close} text={t('live.whyWaiting')} isBusy />}
      {told && (
        <Told onClose={close} text={textOf(told.text)} isBusy={!isOfView || answer.of !== steps}>
          {told.ways.length > 0 && (
            <table className="live-ways number">
              <caption>{t('live.ways.title')}</caption>
              <thead>
                <tr>
                  <th scope="col">PERF_KSIGMA</th>
                  <th scope="col">PERF_MIN_SPIKE_CONSEC</th>
                  <th scope="col">{t('live.ways.at')}</th>
                  <th scope="col">{t('live.ways.false')}</th>
                  <th scope="col">
                    <span className="visually-hidden">{t('live.ways.use')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {told.ways.map(({ inARow, sigmas, atStep, falseAlarms }) => (
                  <tr key={inARow}>
                    <td>{sigmas}</td>
                    <td>{inARow}</td>
                    <td>{atStep}</td>
                    <td>{formatCount(falseAlarms)}</td>
                    <td>
                      <Button
                        variant="quiet"
                        aria-label={t('live.ways.useThese', { sigmas: String(sigmas), n: String(inARow) })}
                        onClick={() => engine.changeLiveLimits(job.id, { sigmas, inARow }).catch(shell.reportError)}
                      >
                        {t('live.ways.use')}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Told>
      )}
    </>
  );
}

/** What is read, how long nothing has come of it, and why. */
export function WhyNoData({ job }: { readonly job: LiveJob }) {
  const { t } = useTranslation();
  const { engine } = useLive();
  const shell = useShell();
  const textOf = useLiveText();
  const [told, setTold] = useState<LiveSources>();
  const ask = () => engine.liveSources(job.id).then(setTold, shell.reportError);
  return (
    <>
      <Button variant="quiet" title={t('live.sources.hint')} onClick={() => void ask()}>
        {t('live.sources.ask')}
      </Button>
      {told && (
        <Told
          onClose={() => setTold(undefined)}
          text={t(told.sources.some(({ problem }) => problem) ? 'live.sources.some' : 'live.sources.fine', {
            count: told.count,
            n: formatCount(told.count),
          })}
        >
          <ul className="live-sources">
            {told.sources.map(({ path, rank, readCount, unchangedMs, lastLine, problem }) => (
              <li key={path} className={problem ? 'is-wrong' : undefined}>
                <span className="live-source-path">{path}</span>
                <span className="live-muted">
                  {rank !== undefined && `${t('live.rank', { rank: String(rank) })} · `}
                  {t('live.sources.read', { count: readCount, n: formatCount(readCount) })}
                  {' · '}
                  {t('live.sources.unchanged', { time: formatDuration(unchangedMs * 1e6) })}
                </span>
                {problem && <span className="live-source-problem">{textOf(problem)}</span>}
                {lastLine && <code>{lastLine}</code>}
              </li>
            ))}
          </ul>
        </Told>
      )}
    </>
  );
}

interface ToldProps {
  readonly text: string;
  readonly onClose: () => void;
  /** Another answer is awaited: this one is of what was in sight before. */
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
}

function Told({ text, onClose, isBusy = false, children }: ToldProps) {
  const { t } = useTranslation();
  return (
    <div className="live-why" aria-busy={isBusy}>
      <p role="status">
        {text} <IconButton icon={X} iconSize={12} label={t('common.dismiss')} onClick={onClose} />
      </p>
      {children}
    </div>
  );
}
