import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveJob, LiveProfileRequest } from '../../../src-contract';
import { lightShare } from '../../../src-contract/profiling/costs';
import { hasCounters, profileLevels } from '../../../src-contract/profiling/levels';
import { aicMetrics } from '../../../src-contract/profiling/metrics';
import { levelLine, metricsLine, type ProfilePart, partLine } from '../../../src-contract/profiling/words';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { Dialog } from '../../ui/Dialog';
import { useErrorText } from '../../ui/notices/noticeText';
import { useLiveText } from './JobHead';
import { useLive } from './live';
import { ranksOf } from './ranksOf';

type Steps = '1' | '2' | '3';

/** Daemons are asked how they are once somebody has stopped typing. */
const TYPING_MS = 300;

const parts: Readonly<Record<'hasMemory' | 'hasStack' | 'hasMstx', ProfilePart>> = {
  ...{ hasMemory: 'memory', hasStack: 'stack', hasMstx: 'marks' },
};

/** The lightest with which there is something to see. */
const lightest: LiveProfileRequest = {
  ...{ steps: 1, level: '0', hasMemory: false, hasStack: false, hasMstx: false, metrics: undefined, ranks: [] },
};

/** "Diagnose now": ModelArts' form for a profile by hand, with what each choice collects and what it costs. */
export function DiagnoseDialog({ job }: { readonly job: LiveJob }) {
  const { t, i18n } = useTranslation();
  const live = useLive();
  const textOf = useLiveText();
  const language = i18n.language.startsWith('zh') ? 'zh' : 'en';
  const [request, setRequest] = useState(lightest);
  const [ranks, setRanks] = useState('');
  const errorText = useErrorText();
  const [said, setSaid] = useState<{ readonly text: string; readonly isError: boolean }>();
  const saidPlace = useRef<HTMLParagraphElement>(null);
  // Further down than one sees at first; once, since what is above is to be looked at as well.
  useEffect(() => {
    if (said) saidPlace.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  const set = (change: Partial<LiveProfileRequest>) => setRequest({ ...request, ...change });
  const typedRanks = ranksOf(ranks);
  const ask = async (isDryRun: boolean) => {
    if (!typedRanks) return;
    try {
      const text = await live.engine.diagnoseLive({
        job: job.id,
        request: { ...request, ranks: typedRanks },
        isDryRun,
      });
      setSaid({ text: textOf(text), isError: false });
    } catch (error) {
      setSaid({ text: errorText(error), isError: true });
    }
  };
  const whole = typedRanks && { ...request, ranks: typedRanks };
  const before = useLatestAnswer(
    whole && job.profile.kind !== 'none' ? JSON.stringify([job.id, whole]) : undefined,
    () => live.engine.beforeLiveProfile(job.id, whole ?? lightest),
    { delayMs: TYPING_MS },
  );
  const isLightest = JSON.stringify(request) === JSON.stringify(lightest);
  return (
    <Dialog
      title={t('live.diagnose.title', { job: job.title })}
      width={640}
      onClose={() => live.show(undefined)}
      footer={
        <>
          <span className="live-form-footer" />
          <Button variant="quiet" onClick={() => live.show(undefined)}>
            {t('common.close')}
          </Button>
          <Button disabled={!typedRanks} onClick={() => void ask(true)}>
            {t('live.diagnose.dryRun')}
          </Button>
          <Button
            variant="primary"
            disabled={!typedRanks || job.profile.kind === 'none' || before.value?.isShort === true}
            onClick={() => void ask(false)}
          >
            {t('live.diagnose.button')}
          </Button>
        </>
      }
    >
      <div className="live-form">
        {job.profile.kind === 'none' && (
          <p className="live-problem" role="alert">
            {t('live.diagnose.noWay')}
          </p>
        )}
        <div>
          <Button aria-pressed={isLightest} onClick={() => setRequest(lightest)}>
            {t('live.diagnose.lightest', { percent: Math.round(100 * lightShare) })}
          </Button>
        </div>
        <ChoiceGroup
          label={t('live.diagnose.steps')}
          value={String(request.steps) as Steps}
          options={(['1', '2', '3'] as const).map((value) => ({ value, label: value }))}
          onChange={(steps) => set({ steps: Number(steps) })}
        />
        <p className="field-hint">{t('live.diagnose.stepsHint')}</p>
        <ChoiceGroup
          label={t('live.diagnose.level')}
          value={request.level}
          options={profileLevels.map((value) => ({ value, label: t(`live.diagnose.levels.${value}`) }))}
          onChange={(level) => set({ level, ...(!hasCounters(level) && { metrics: undefined }) })}
        />
        <p className="field-hint">{levelLine(request.level, language)}</p>
        {(['hasMemory', 'hasStack', 'hasMstx'] as const).map((name) => (
          <div key={name}>
            <Checkbox isChecked={request[name]} onChange={(isOn) => set({ [name]: isOn })}>
              {t(`live.diagnose.${name}`)}
            </Checkbox>
            <p className="field-hint">{partLine(parts[name], language)}</p>
          </div>
        ))}
        <label className="live-field">
          <span>{t('live.diagnose.metrics')}</span>
          <select
            className="text-field"
            disabled={!hasCounters(request.level)}
            value={request.metrics ?? ''}
            onChange={(event) => set({ metrics: aicMetrics.find((own) => own === event.target.value) })}
          >
            <option value="">{t('live.diagnose.noMetrics')}</option>
            {aicMetrics.map((own) => (
              <option key={own} value={own}>
                {own}
              </option>
            ))}
          </select>
        </label>
        <p className="field-hint">
          {!hasCounters(request.level)
            ? t('live.diagnose.metricsLevel')
            : request.metrics
              ? metricsLine(request.metrics, language)
              : t('live.diagnose.metricsHint')}
        </p>
        <label className="live-field">
          <span>{t('live.diagnose.ranks')}</span>
          <input
            className="text-field number"
            placeholder={t('live.diagnose.allRanks')}
            aria-invalid={!typedRanks}
            value={ranks}
            onChange={(event) => setRanks(event.target.value)}
          />
        </label>
        <p className={typedRanks ? 'field-hint' : 'field-error'}>
          {t(typedRanks ? 'live.diagnose.ranksHint' : 'live.diagnose.ranksWrong')}
        </p>
        {job.profile.kind !== 'none' && (
          <section className="live-before" aria-label={t('live.diagnose.before')} aria-busy={before.isAsking}>
            <h3 className="live-cost">{t('live.diagnose.before')}</h3>
            {before.value?.isShort && (
              <p className="live-problem" role="alert">
                {t('live.diagnose.short')}
              </p>
            )}
            {before.error !== undefined && (
              <p className="field-error" role="alert">
                {errorText(before.error)}
              </p>
            )}
            <ul>
              {before.value?.lines.map((line) => <li key={line.en}>{textOf(line)}</li>) ??
                (before.isAsking && <li className="live-muted">{t('live.diagnose.asking')}</li>)}
            </ul>
          </section>
        )}
        {said && (
          <p
            ref={saidPlace}
            className={said.isError ? 'live-said live-problem' : 'live-said number'}
            tabIndex={0}
            role={said.isError ? 'alert' : 'status'}
          >
            {said.text}
          </p>
        )}
      </div>
    </Dialog>
  );
}
