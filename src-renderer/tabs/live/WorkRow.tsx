import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveJobId, LiveWork } from '../../../src-contract';
import { quantityOf, quantityText } from '../../../src-contract/live/quantity';
import { useShell } from '../../session/shell';
import { useLive } from './live';

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
          <OneQuantity
            label={t(`live.work.${name}`)}
            meaning={t(`live.work.${name}Meaning`)}
            value={work[name]}
            onChange={(value) => change(name, value)}
          />
        </li>
      ))}
    </ul>
  );
}

interface OneQuantityProps {
  readonly label: string;
  readonly meaning: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

function OneQuantity({ label, meaning, value, onChange }: OneQuantityProps) {
  const shown = value === undefined ? '' : quantityText(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const typed = text.trim() === '' ? undefined : quantityOf(text);
  const commit = () => {
    if (Number.isNaN(typed)) setText(shown);
    else if (typed !== value) onChange(typed);
  };
  return (
    <label title={meaning}>
      <span className="live-limit-name">{label}</span>
      <input
        className="text-field number"
        aria-description={meaning}
        aria-invalid={Number.isNaN(typed)}
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
