import { type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../src-contract';
import { useFindings } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';

interface MuteFormProps {
  readonly finding: Finding;
  readonly onDone: () => void;
}

/** As much as the engine takes. */
const MOST_CHARACTERS = 500;

/** Why the finding is not to be shown among the others. */
export function MuteForm({ finding, onDone }: MuteFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const shell = useShell();
  const { findings } = useFindings();
  const [reason, setReason] = useState('');
  const mute = (event: SubmitEvent) => {
    event.preventDefault();
    findings.mute(finding.id, reason.trim()).catch(shell.reportError);
    onDone();
  };
  return (
    <form className="finding-actions" onSubmit={mute}>
      <label htmlFor={id}>{t('findings.muted.reason')}</label>
      <input
        id={id}
        className="text-field findings-grow"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has become this field
        autoFocus
        maxLength={MOST_CHARACTERS}
        value={reason}
        placeholder={t('findings.muted.example')}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button type="submit" variant="primary">
        {t('findings.muted.confirm')}
      </Button>
      <Button onClick={onDone}>{t('common.cancel')}</Button>
    </form>
  );
}
