import { CircleAlert, FolderOpen, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LiveJob, LiveText } from '../../../src-contract';
import { formatCount, formatDuration } from '../../base/format';
import { formatUnit } from '../../base/formatUnit';
import { joinSentences } from '../../base/joinSentences';
import { useShell } from '../../session/shell';
import { Button, IconButton } from '../../ui/Button';
import { LimitsRow } from './LimitsRow';
import { useLive } from './live';

/** Of slow ranks; the table has all. */
const MOST_NAMED = 4;

/** How the job is, in a sentence; what is wrong; its limits. */
export function JobHead({ job }: { readonly job: LiveJob }) {
  const { t } = useTranslation();
  const live = useLive();
  const shell = useShell();
  const textOf = useLiveText();
  return (
    <div className="live-head">
      <h2 className="visually-hidden">{job.title}</h2>
      <div className="live-head-line">
        <p className="live-sentence" role="status">
          {useSentence(job)}
        </p>
        <Button onClick={() => live.show('diagnose')}>{t('live.diagnose.button')}</Button>
        <IconButton
          icon={Trash2}
          label={t('live.remove')}
          onClick={() => live.engine.removeLiveJob(job.id).catch(shell.reportError)}
        />
      </div>
      {job.problems.map((problem) => (
        <p key={problem.en} className="live-problem" role="alert">
          <CircleAlert size={13} aria-hidden />
          {textOf(problem)}
        </p>
      ))}
      {job.report && (
        <p className="live-report" role="status">
          <span>{textOf(job.report.text)}</span>
          {job.report.paths.length > 0 && (
            <Button icon={FolderOpen} onClick={() => live.open(job.report?.paths ?? [])}>
              {t('live.openDump')}
            </Button>
          )}
        </p>
      )}
      {job.isElsewhere && <p className="live-note">{t('live.elsewhere')}</p>}
      <LimitsRow jobId={job.id} limits={job.limits} stall={job.stall} webhook={job.webhook} />
    </div>
  );
}

/** What the host has said, in the user's language. */
export function useLiveText(): (text: LiveText) => string {
  const { i18n } = useTranslation();
  return (text) => (i18n.language.startsWith('zh') ? text.zh : text.en);
}

function useSentence(job: LiveJob): string {
  const { t } = useTranslation();
  const { status, baseline, slower, step, atMs, durationNs, limits, slowRanks } = job;
  const last = {
    step: String(step ?? ''),
    at: formatUnit(atMs ?? Number.NaN, 'clock'),
    took: formatDuration(durationNs ?? 0),
  };
  if (status === 'waiting') return t('live.sentence.waiting');
  const ended = status === 'ended' ? t('live.sentence.ended', last) : '';
  if (status === 'ended' && !(slower && baseline)) return ended;
  if (status === 'stalled') return t('live.sentence.stalled', last);
  if (!baseline || status === 'no-baseline')
    return t('live.sentence.noBaseline', { ...last, count: job.missingSteps, n: formatCount(job.missingSteps) });
  const mean = formatDuration(baseline.meanNs);
  const ranks =
    slowRanks.length === 0
      ? ''
      : t('live.sentence.slowRanks', { count: slowRanks.length, ranks: slowRanks.slice(0, MOST_NAMED).join(', ') });
  if (slower) {
    const text = t('live.sentence.slower', {
      percent: formatCount(Math.round(100 * (slower.meanNs / baseline.meanNs - 1))),
      since: formatUnit(slower.sinceMs, 'clock').slice(0, 5),
      step: String(slower.fromStep),
      now: formatDuration(slower.meanNs),
      mean,
    });
    return joinSentences([text, ended, ranks].filter((own) => own !== ''));
  }
  if (status === 'flat') return t('live.sentence.flat', { mean });
  const isSpike = (durationNs ?? 0) >= baseline.meanNs + limits.sigmas * baseline.deviationNs;
  // A slow rank is a risk as well, and the job's steps are as they were.
  const isRisk = status === 'at-risk' && (isSpike || ranks === '');
  const text = t(isRisk ? 'live.sentence.atRisk' : 'live.sentence.watching', { ...last, mean });
  return ranks === '' ? text : joinSentences([ranks, text]);
}
