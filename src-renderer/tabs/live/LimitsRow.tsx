import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveJobId, LiveLimits } from '../../../src-contract';
import { useShell } from '../../session/shell';
import { type LimitField, limitFields, limitText, typedLimit } from './limitFields';
import { useLive } from './live';

interface LimitsRowProps {
  readonly jobId: LiveJobId;
  readonly limits: LiveLimits;
}

/** ModelArts' limits by its names, changed in place while the job is watched. */
export const LimitsRow = memo(function LimitsRow({ jobId, limits }: LimitsRowProps) {
  const { t } = useTranslation();
  const live = useLive();
  const shell = useShell();
  const change = (own: Partial<LiveLimits>) => live.engine.changeLiveLimits(jobId, own).catch(shell.reportError);
  return (
    <ul className="live-limits" aria-label={t('live.limits')}>
      {limitFields.map((field) => (
        <li key={field.limit}>
          <OneLimit
            field={field}
            value={limits[field.limit]}
            onChange={(value) => void change({ [field.limit]: value })}
          />
        </li>
      ))}
    </ul>
  );
});

interface OneLimitProps {
  readonly field: LimitField;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function OneLimit({ field, value, onChange }: OneLimitProps) {
  const { t } = useTranslation();
  const shown = limitText(field, value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const typed = typedLimit(field, text);
  const commit = () => {
    if (typed === undefined) setText(shown);
    else if (typed !== value) onChange(typed);
  };
  const meaning = t(`live.limit.${field.limit}`);
  return (
    <label title={meaning}>
      <span className="live-limit-name">{field.variable}</span>
      <input
        className="text-field number"
        inputMode={field.form === 'duration' ? 'text' : 'decimal'}
        aria-description={meaning}
        aria-invalid={typed === undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setText(shown);
        }}
      />
    </label>
  );
}
