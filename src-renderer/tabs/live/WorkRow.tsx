import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveJobId, LiveWork } from '../../../src-contract';
import { quantityOf, quantityText } from '../../../src-contract/live/quantity';
import { useShell } from '../../session/shell';
import { useLive } from './live';
import { TypedField } from './TypedField';

const names: readonly (keyof LiveWork)[] = ['samples', 'flops', 'peakFlops'];

/** What a step of the job is, for throughput and MFU; empty where nobody knows. */
export function WorkRow({ jobId, work }: { readonly jobId: LiveJobId; readonly work: LiveWork }) {
  const { t } = useTranslation();
  const live = useLive();
  const shell = useShell();
  // Ahead of the host's news: the next field may be typed before they come.
  const latest = useRef(work);
  const change = (name: keyof LiveWork, value: number | undefined) => {
    const { [name]: _, ...rest } = latest.current;
    const next = value === undefined ? rest : { ...rest, [name]: value };
    latest.current = next;
    live.engine.changeLiveJob(jobId, { work: next }).catch(shell.reportError);
  };
  return (
    <ul className="live-limits live-work" aria-label={t('live.work.label')}>
      {names.map((name) => (
        <li key={name}>
          <TypedField
            label={t(`live.work.${name}`)}
            meaning={t(`live.work.${name}Meaning`)}
            shown={shownQuantity(work[name])}
            read={quantityIn}
            onChange={(value) => change(name, value === '' ? undefined : value)}
          />
        </li>
      ))}
    </ul>
  );
}

const shownQuantity = (value: number | undefined) => (value === undefined ? '' : quantityText(value));

/** '': nobody knows. Undefined: it makes no sense. */
function quantityIn(text: string): number | '' | undefined {
  if (text.trim() === '') return '';
  const value = quantityOf(text);
  return Number.isNaN(value) ? undefined : value;
}
