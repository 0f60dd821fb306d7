import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIVE_SOURCES } from '../../../src-contract/live/jobs';
import { Button } from '../../ui/Button';
import { ChoiceGroup } from '../../ui/ChoiceGroup';
import { Dialog } from '../../ui/Dialog';
import { useErrorText } from '../../ui/notices/noticeText';
import { BrowseFiles } from './BrowseFiles';
import { FormTextField } from './FormTextField';
import { emptyForm, type JobForm, LOG_PRESETS, sourceOf, wishOf } from './jobForm';
import { useLive } from './live';
import { PreviewLines } from './PreviewLines';
import { ProfileWayFields } from './ProfileWayFields';

/** What is to be watched, and what an alarm is to ask for; what the last lines tell stands below while one types. */
export function AddJobDialog() {
  const { t } = useTranslation();
  const live = useLive();
  const [form, setForm] = useState<JobForm>(emptyForm);
  const errorText = useErrorText();
  const [error, setError] = useState<string>();
  const set = (change: Partial<JobForm>) => setForm({ ...form, ...change });
  const wish = wishOf(form);
  const close = () => live.show(undefined);
  const add = async () => {
    if (!wish) return;
    try {
      live.choose(await live.engine.addLiveJob(wish));
      close();
    } catch (failed) {
      setError(errorText(failed));
    }
  };
  return (
    <Dialog
      title={t('live.form.title')}
      width={720}
      onClose={close}
      footer={
        <>
          <span className="live-form-footer field-error" role="alert">
            {error}
          </span>
          <Button variant="quiet" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" disabled={!wish} onClick={() => void add()}>
            {t('live.add')}
          </Button>
        </>
      }
    >
      <div className="live-form">
        <ChoiceGroup
          label={t('live.form.kind')}
          value={form.kind}
          options={LIVE_SOURCES.map((value) => ({ value, label: t(`live.form.kinds.${value}`) }))}
          onChange={(kind) => set({ kind })}
        />
        <p className="field-hint">{t(`live.form.kindHint.${form.kind}`)}</p>
        {form.kind === 'prometheus' ? <ServerFields form={form} set={set} /> : <PathFields form={form} set={set} />}
        {form.kind === 'log' && <PatternFields form={form} set={set} />}
        {form.kind !== 'prometheus' && form.kind !== 'dumps' && <PreviewLines source={sourceOf(form)} />}
        <FormTextField name="stages" placeholder={t('live.form.stagesUnknown')} form={form} set={set} />
        <FormTextField name="stallFactor" placeholder={emptyForm.stallFactor} form={form} set={set} />
        <FormTextField name="stallLeast" placeholder={emptyForm.stallLeast} form={form} set={set} />
        <FormTextField name="webhook" placeholder="https://ops.example/hook" form={form} set={set} />
        <p className="field-hint">{t('live.webhook.meaning')}</p>
        <ProfileWayFields form={form} set={set} />
      </div>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: JobForm;
  readonly set: (change: Partial<JobForm>) => void;
}

function PathFields({ form, set }: FieldsProps) {
  const { t } = useTranslation();
  const [isBrowsing, setIsBrowsing] = useState(false);
  return (
    <>
      <label className="live-field">
        <span>{t('live.form.paths')}</span>
        <textarea
          data-first-focus
          className="text-field number live-paths"
          rows={2}
          spellCheck={false}
          placeholder="/data/job/train.log"
          value={form.paths}
          onChange={(event) => set({ paths: event.target.value })}
        />
      </label>
      <div>
        <Button variant="quiet" aria-expanded={isBrowsing} onClick={() => setIsBrowsing(!isBrowsing)}>
          {t('live.form.browse')}
        </Button>
      </div>
      {isBrowsing && (
        <BrowseFiles
          onChoose={(path) => {
            set({ paths: [...form.paths.split('\n').filter((own) => own.trim() !== ''), path].join('\n') });
            setIsBrowsing(false);
          }}
        />
      )}
    </>
  );
}

/** A Prometheus server, and what it is asked. */
function ServerFields({ form, set }: FieldsProps) {
  const { t } = useTranslation();
  const field = (name: 'address' | 'query' | 'rankLabel' | 'resolution', placeholder: string) => (
    <FormTextField name={name} placeholder={placeholder} form={form} set={set} />
  );
  return (
    <>
      {field('address', 'http://prometheus:9090')}
      {field('query', 'train_step_seconds{job="llm"}')}
      <label className="live-field">
        <span>{t('live.form.unit')}</span>
        <select
          className="text-field"
          value={form.unit}
          onChange={(event) => set({ unit: (['s', 'ms'] as const).find((own) => own === event.target.value) ?? '' })}
        >
          <option value="">{t('live.form.unitOfName')}</option>
          <option value="s">s</option>
          <option value="ms">ms</option>
        </select>
      </label>
      {field('rankLabel', 'rank')}
      {field('resolution', '5')}
    </>
  );
}

function PatternFields({ form, set }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <label className="live-field">
        <span>{t('live.form.pattern')}</span>
        <select className="text-field" value={form.preset} onChange={(event) => set({ preset: event.target.value })}>
          <option value="">{t('live.form.auto')}</option>
          {Object.entries(LOG_PRESETS).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          <option value="own">{t('live.form.own')}</option>
        </select>
      </label>
      {form.preset === 'own' && (
        <label className="live-field">
          <span>{t('live.form.expression')}</span>
          <input
            className="text-field number"
            spellCheck={false}
            placeholder="step (?<step>\d+) .* took (?<s>[\d.]+) s"
            value={form.pattern}
            onChange={(event) => set({ pattern: event.target.value })}
          />
        </label>
      )}
    </>
  );
}
