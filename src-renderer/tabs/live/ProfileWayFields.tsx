import { useTranslation } from 'react-i18next';
import { FormTextField } from './FormTextField';
import type { JobForm, WayKind } from './jobForm';

const ways: readonly WayKind[] = ['none', 'npu-daemons', 'gpu-daemons', 'dynamic', 'command'];

interface FieldsProps {
  readonly form: JobForm;
  readonly set: (change: Partial<JobForm>) => void;
}

/** How an alarm asks for a profile, and "Diagnose now" as well. */
export function ProfileWayFields({ form, set }: FieldsProps) {
  const { t } = useTranslation();
  const { way } = form;
  const hasHosts = way === 'npu-daemons' || way === 'gpu-daemons';
  const field = (name: 'hosts' | 'folder' | 'output' | 'dumps' | 'processLimit' | 'jobId', placeholder: string) => (
    <FormTextField name={name} placeholder={placeholder} form={form} set={set} />
  );
  return (
    <fieldset className="live-way">
      <legend>{t('live.form.way')}</legend>
      <select
        className="text-field"
        aria-label={t('live.form.way')}
        value={way}
        onChange={(event) => set({ way: ways.find((own) => own === event.target.value) ?? 'none' })}
      >
        {ways.map((own) => (
          <option key={own} value={own}>
            {t(`live.form.ways.${own}`)}
          </option>
        ))}
      </select>
      <p className="field-hint">{t(`live.form.wayHint.${way}`)}</p>
      {hasHosts && field('hosts', 'node[01-16]')}
      {hasHosts && field('processLimit', '3')}
      {way === 'gpu-daemons' && field('jobId', t('live.form.jobIdNone'))}
      {way === 'dynamic' && field('folder', '/shared/prof')}
      {(hasHosts || way === 'dynamic') && field('output', '/data/profiles')}
      {way !== 'none' && field('dumps', way === 'command' ? '/data/profiles' : t('live.form.dumpsSame'))}
    </fieldset>
  );
}
