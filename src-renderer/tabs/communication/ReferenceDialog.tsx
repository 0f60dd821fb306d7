import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { NumberField } from '../../ui/NumberField';
import { isBandwidth, useReferences } from './references';

interface ReferenceDialogProps {
  readonly onClose: () => void;
}

/** What each transport is compared with. */
export function ReferenceDialog({ onClose }: ReferenceDialogProps) {
  const { t } = useTranslation();
  const { references, isChanged, change, reset } = useReferences();
  return (
    <Dialog
      title={t('communication.reference.title')}
      width={440}
      onClose={onClose}
      footer={
        <>
          {isChanged && <Button onClick={reset}>{t('communication.reference.reset')}</Button>}
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <p className="communication-dialog-text">{t('communication.reference.text')}</p>
      {Object.entries(references ?? {}).map(([transport, value]) => (
        <NumberField
          key={transport}
          label={transport}
          unit="GB/s"
          value={String(value)}
          min={0.001}
          max={99_999}
          step={0.5}
          isValid={(text) => isBandwidth(Number(text))}
          invalidText={t('communication.reference.invalid')}
          onCommit={(text) => change(transport, Number(text))}
        />
      ))}
    </Dialog>
  );
}
