import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveJobChange, LiveJobId, LiveLimits, LiveStall } from '../../../src-contract';
import { useShell } from '../../session/shell';
import { limitFields, limitText, stallFields, typedLimit } from './limitFields';
import { useLive } from './live';
import { TypedField } from './TypedField';
import { webhookOf } from './webhookOf';

interface LimitsRowProps {
  readonly jobId: LiveJobId;
  readonly limits: LiveLimits;
  readonly stall: LiveStall;
  readonly webhook: string | undefined;
}

const stallNames = ['factor', 'leastNs'] as const;

/** ModelArts' limits by its names, those of a stall, and where alarms are sent to; changed in place while the job is watched. */
export const LimitsRow = memo(function LimitsRow({ jobId, limits, stall, webhook = '' }: LimitsRowProps) {
  const { t } = useTranslation();
  const live = useLive();
  const shell = useShell();
  const change = (own: Partial<LiveLimits>) => live.engine.changeLiveLimits(jobId, own).catch(shell.reportError);
  const changeJob = (own: LiveJobChange) => live.engine.changeLiveJob(jobId, own).catch(shell.reportError);
  return (
    <ul className="live-limits" aria-label={t('live.limits')}>
      {limitFields.map((field) => (
        <li key={field.limit}>
          <TypedField
            label={field.variable}
            meaning={t(`live.limit.${field.limit}`)}
            shown={limitText(field, limits[field.limit])}
            read={(text) => typedLimit(field, text)}
            inputMode={field.form === 'duration' ? 'text' : 'decimal'}
            onChange={(value) => void change({ [field.limit]: value })}
          />
        </li>
      ))}
      {stallNames.map((name) => (
        <li key={name}>
          <TypedField
            label={t(`live.stall.${name}`)}
            meaning={t(`live.stall.${name}Meaning`)}
            shown={limitText(stallFields[name], stall[name])}
            read={(text) => typedLimit(stallFields[name], text)}
            inputMode={stallFields[name].form === 'duration' ? 'text' : 'decimal'}
            onChange={(value) => void changeJob({ stall: { ...stall, [name]: value } })}
          />
        </li>
      ))}
      <li className="live-webhook">
        <TypedField
          label={t('live.webhook.name')}
          meaning={t('live.webhook.meaning')}
          placeholder={t('live.webhook.none')}
          shown={webhook}
          read={webhookOf}
          inputMode="url"
          onChange={(value) => void changeJob({ webhook: value })}
        />
      </li>
    </ul>
  );
});
