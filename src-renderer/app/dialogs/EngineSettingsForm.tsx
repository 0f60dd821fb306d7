import { useTranslation } from 'react-i18next';
import type { EngineSettings, EngineUsage, SqlSetup } from '../../../src-contract';
import { formatBytes, formatCount } from '../../base/format';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { NumberField } from '../../ui/NumberField';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { noticeOfError } from '../../ui/notices/noticeOfError';
import { useNoticeText } from '../../ui/notices/noticeText';
import { PathText } from '../../ui/PathText';
import { cacheLimits, gigabyteText, memoryLimits, type SizeLimits, typedBytes } from './gigabytes';
import { type EngineSettingsView, type SettingsFailure, useEngineSettings } from './useEngineSettings';

/** The Engine's settings, what they are about right now, and clearing it. */
export function EngineSettingsForm() {
  const { t } = useTranslation();
  const view = useEngineSettings();
  const { settings, usage, sql, failure } = view;
  return (
    <>
      <section aria-label={t('settings.reading')}>
        <h3 className="section-title">{t('settings.reading')}</h3>
        {settings && <SizeFields settings={settings} onChange={view.change} />}
        {failure && <Failure failure={failure} />}
      </section>
      {sql && (
        <section aria-label={t('settings.sql')}>
          <h3 className="section-title">{t('settings.sql')}</h3>
          <SqlFacts setup={sql} />
        </section>
      )}
      <section aria-label={t('settings.usage')}>
        <h3 className="section-title">{t('settings.usage')}</h3>
        {usage && <UsageFacts usage={usage} />}
        <Clearing view={view} />
      </section>
    </>
  );
}

/** Where queries have their database, or how they get one. A window only shows it: whoever names it names a program that the host runs. */
function SqlFacts({ setup: { folder, failure, settingsFile } }: { readonly setup: SqlSetup }) {
  const { t } = useTranslation();
  return (
    <>
      {failure && <p className="field-hint settings-sql">{t(`sql.failure.${failure.code}`, failure.params)}</p>}
      <dl className="usage">
        {folder !== undefined && <PathFact label={t('settings.sqlFolder')} path={folder} />}
        <PathFact label={t('settings.sqlFile')} path={settingsFile} />
      </dl>
    </>
  );
}

function PathFact({ label, path }: { readonly label: string; readonly path: string }) {
  const { t } = useTranslation();
  return (
    <>
      <dt>{label}</dt>
      <dd className="usage-folder">
        <PathText path={path} title={path} />
        <CopyButton text={path} label={t('common.copyPath')} />
      </dd>
    </>
  );
}

interface SizeFieldsProps {
  readonly settings: EngineSettings;
  readonly onChange: (change: Partial<EngineSettings>) => void;
}

function SizeFields({ settings, onChange }: SizeFieldsProps) {
  const { t } = useTranslation();
  const field = (setting: 'cacheLimitBytes' | 'memoryBudgetBytes', limits: SizeLimits, step: number) => ({
    value: gigabyteText(settings[setting]),
    unit: t('settings.gigabytes'),
    min: limits.minGigabytes,
    max: limits.maxGigabytes,
    step,
    invalidText: t('settings.outOfRange', {
      min: formatCount(limits.minGigabytes, 1),
      max: formatCount(limits.maxGigabytes),
    }),
    isValid: (text: string) => typedBytes(text, limits) !== undefined,
    onCommit: (text: string) => {
      const bytes = typedBytes(text, limits);
      if (bytes !== undefined) onChange({ [setting]: bytes });
    },
  });
  return (
    <>
      <NumberField
        label={t('settings.memoryBudget')}
        hint={t('settings.memoryBudgetHint')}
        {...field('memoryBudgetBytes', memoryLimits, 0.5)}
      />
      <NumberField
        label={t('settings.cacheLimit')}
        hint={t('settings.cacheLimitHint')}
        {...field('cacheLimitBytes', cacheLimits, 1)}
      />
    </>
  );
}

function Failure({ failure: { of, error } }: { readonly failure: SettingsFailure }) {
  const { t } = useTranslation();
  const reason = useNoticeText(noticeOfError(error));
  const message = t(`settings.failed.${of}`, { reason });
  return (
    <div role="alert">
      <NoticeLine notice={{ code: 'settings', severity: 'error', message, params: {} }} />
    </div>
  );
}

function UsageFacts({ usage }: { readonly usage: EngineUsage }) {
  const { t } = useTranslation();
  const { cachedIndexes, cacheBytes, memoryBytes, cacheFolder } = usage;
  const indexes = t('count.indexes', { count: cachedIndexes, n: formatCount(cachedIndexes) });
  return (
    <dl className="usage">
      <dt>{t('settings.memoryUsed')}</dt>
      <dd className="number">{formatBytes(memoryBytes)}</dd>
      <dt>{t('settings.cacheUsed')}</dt>
      <dd className="number">{t('settings.cacheUsedValue', { size: formatBytes(cacheBytes), n: indexes })}</dd>
      <PathFact label={t('settings.cacheFolder')} path={cacheFolder} />
    </dl>
  );
}

function Clearing({ view: { freedBytes, isClearing, clearCache } }: { readonly view: EngineSettingsView }) {
  const { t } = useTranslation();
  const freed = freedBytes && t('settings.freed', { size: formatBytes(freedBytes) });
  return (
    <div className="button-row clearing">
      <Button onClick={clearCache}>{t('settings.clearCache')}</Button>
      <span role="status">
        {isClearing ? t('settings.clearing') : freedBytes === 0 ? t('settings.nothingToFree') : freed}
      </span>
    </div>
  );
}
