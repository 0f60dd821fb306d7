import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WhatIfChange, WhatIfChoices } from '../../../src-contract';
import { formatDuration, formatShare } from '../../base/format';
import { FailedAnswerLine } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { ofShownJob, useShownJob } from '../../session/shownJob';
import { OptionPicker } from '../../ui/controls/OptionPicker';

/** Of the time that it takes, in percent. */
const MOST_PERCENT = 1000;

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
  /** What it takes by this choice, in percent; 'told': the choice says it all. Absent: what was typed before. */
  readonly percent?: number | 'told';
  readonly changeBy: (factor: number) => WhatIfChange;
}

/** Something takes another share of its time: the step by replay, at once. */
export function WhatIfForm() {
  const { t } = useTranslation();
  const of = ofShownJob(useShownJob());
  const { value: choices } = useAnswer('findings.choices', of);
  const [chosen, setChosen] = useState<string>();
  const [percent, setPercent] = useState('50');
  const all = choices ? choicesOf(choices, t) : [];
  const choice = all.find(({ value }) => value === chosen) ?? all[0];
  const typed = percent.trim() === '' ? Number.NaN : Number(percent);
  const isTold = choice?.percent === 'told';
  const isValid = isTold || (typed >= 0 && typed <= MOST_PERCENT);
  const change = choice && isValid ? choice.changeBy(typed / 100) : undefined;
  const answer = useAnswer('findings.whatIf', change && { ...of, changes: [change] }, { delayMs: 150 });
  if (!choice) return null;
  const choose = (value: string) => {
    setChosen(value);
    const own = all.find((one) => one.value === value)?.percent;
    if (typeof own === 'number') setPercent(String(own));
  };
  const { value: found } = answer;
  return (
    <div className="what-if">
      <h4 className="findings-subtitle" title={t('findings.whatIf.hint')}>
        {t('findings.whatIf.title')}
      </h4>
      <div className="what-if-fields">
        <OptionPicker label={t('findings.whatIf.what')} value={choice.value} options={all} onChange={choose} />
        <label hidden={isTold}>
          {t('findings.whatIf.takes')}
          <input
            className="text-field number"
            inputMode="decimal"
            aria-invalid={!isValid}
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
          %
        </label>
      </div>
      {answer.error !== undefined && <FailedAnswerLine answer={answer} />}
      <p className="path-sentence" role="status">
        {!isValid && t('findings.whatIf.invalid', { most: MOST_PERCENT })}
        {isValid &&
          found &&
          t('findings.whatIf.predicted', {
            step: formatDuration(found.predictedNs),
            before: formatDuration(found.stepNs),
            share: formatShare(found.predictedNs / found.stepNs - 1),
          })}
        {isValid &&
          found?.bound &&
          t('findings.whatIf.bound', {
            part: t(`findings.component.${found.bound.component}`),
            rank: found.bound.label,
            share: formatShare(found.bound.share),
          })}
      </p>
    </div>
  );
}

function choicesOf(
  { kernels, groups, transports, ranks, links }: WhatIfChoices,
  t: ReturnType<typeof useTranslation>['t'],
): readonly Choice[] {
  return [
    ...kernels.map(({ name, ns }): Choice => {
      return {
        value: `kernels ${name}`,
        label: name,
        detail: formatDuration(ns),
        changeBy: (factor) => ({ kind: 'kernels', name, factor }),
      };
    }),
    ...ranks.map((rank): Choice => {
      return {
        value: `rank ${rank}`,
        label: t('findings.whatIf.rank', { rank }),
        changeBy: (factor) => ({ kind: 'computing', ranks: [rank], factor }),
      };
    }),
    ...(ranks.length > 1 ? ranks : []).map((rank): Choice => {
      return {
        value: `peers ${rank}`,
        label: t('findings.whatIf.likePeers', { rank }),
        percent: 'told',
        changeBy: () => ({ kind: 'like-peers', rank }),
      };
    }),
    ...links.map(({ source, target, transport, bandwidthGBps, usualGBps }): Choice => {
      const speeds = { from: bandwidthGBps.toFixed(2), to: usualGBps.toFixed(2) };
      return {
        value: `link ${transport} ${source} ${target}`,
        label: t('findings.whatIf.link', { source, target, transport }),
        detail: t('findings.whatIf.speeds', speeds),
        percent: Number(((100 * bandwidthGBps) / usualGBps).toFixed(1)),
        changeBy: (factor) => ({ kind: 'link', source, target, factor }),
      };
    }),
    ...transports.map((transport): Choice => {
      return {
        value: `transport ${transport}`,
        label: t('findings.whatIf.transport', { transport }),
        changeBy: (factor) => ({ kind: 'transport', transport, factor }),
      };
    }),
    ...groups
      .filter((own) => own.ranks.length > 1)
      .map((own): Choice => {
        return {
          value: `group ${own.group}`,
          label: t('findings.whatIf.group', { ranks: own.ranks.join(', ') }),
          changeBy: (factor) => ({ kind: 'group', group: own.group, factor }),
        };
      }),
    {
      value: 'communication',
      label: t('findings.whatIf.communication'),
      changeBy: (factor) => ({ kind: 'communication', factor }),
    },
    {
      value: 'host',
      label: t('findings.whatIf.host'),
      changeBy: (factor) => ({ kind: 'host', part: 'other', factor }),
    },
  ];
}
