import { useTranslation } from 'react-i18next';
import { jobTitle } from '../../src-contract';
import { OptionPicker } from '../ui/controls/OptionPicker';
import { useShownJob } from './shownJob';

/** Which of several dumps this is about; nothing where there is one. */
export function JobPicker() {
  const { t } = useTranslation();
  const { jobs, shown, choose } = useShownJob();
  if (!shown) return null;
  return (
    <OptionPicker
      label={t('jobPicker.label')}
      value={shown.key}
      options={jobs.map((job) => ({ value: job.key, label: jobTitle(job, jobs) }))}
      onChange={choose}
    />
  );
}
