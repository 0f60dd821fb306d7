import { useTranslation } from 'react-i18next';
import type { ComputeType } from '../../../src-contract';
import { Button } from '../../ui/Button';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Dialog } from '../../ui/Dialog';
import { NumberField } from '../../ui/NumberField';
import { chosenChip, computeTypes } from './chipChoice';
import type { OperatorContext } from './operatorContext';
import { useChips } from './useChips';

interface ChipDialogProps {
  readonly context: OperatorContext;
  readonly onClose: () => void;
}

const AUTOMATIC = 'auto';
const TERA = 1e12;

/** Which device utilisation is told against, and what that reaches at most. */
export function ChipDialog({ context, onClose }: ChipDialogProps) {
  const { t } = useTranslation();
  const { choice, known, change: keep } = useChips(context.overview.device);
  const chip = chosenChip(choice, known);
  const recognised = chosenChip({ changed: choice.changed }, known);
  const change = (type: ComputeType, teraflops: number) => {
    if (!chip) return;
    const { name, peaks } = chip.chip;
    const { [type]: _before, ...others } = choice.changed[name] ?? {};
    const isOwn = Math.abs((peaks[type] ?? 0) / TERA - teraflops) < 1e-9;
    const rates = isOwn ? others : { ...others, [type]: teraflops * TERA };
    keep({ ...choice, changed: { ...choice.changed, [name]: rates } });
  };
  const reset = () => {
    if (!chip) return;
    const { [chip.chip.name]: _dropped, ...others } = choice.changed;
    keep({ ...choice, changed: others });
  };
  return (
    <Dialog
      title={t('operator.chip.title')}
      width={560}
      onClose={onClose}
      footer={
        <>
          {chip?.isChanged && <Button onClick={reset}>{t('operator.chip.reset')}</Button>}
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="operator-chip">
        <p className="operator-chip-text">{t('operator.chip.text')}</p>
        <div className="operator-chip-head">
          <OptionPicker
            label={t('operator.chip.device')}
            value={choice.chosen ?? AUTOMATIC}
            options={[
              {
                value: AUTOMATIC,
                label: t('operator.chip.automatic', { name: recognised?.chip.name ?? t('operator.facts.notKnown') }),
              },
              ...(known?.chips ?? []).map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(name) => keep({ changed: choice.changed, ...(name !== AUTOMATIC && { chosen: name }) })}
          />
          <span>{chip ? t(`operator.chip.how.${chip.how}`) : t('operator.chip.how.unknown')}</span>
        </div>
        {chip && (
          <div className="operator-chip-fields">
            {computeTypes.map((type) => (
              <NumberField
                key={`${chip.chip.name} ${type}`}
                label={t(`operator.computeType.${type}`)}
                unit="TFLOP/s"
                value={teraText(chip.peaks[type])}
                min={0.001}
                max={1_000_000}
                step={1}
                isValid={(text) => text === '' || (Number(text) > 0 && Number(text) < 1e6)}
                invalidText={t('operator.chip.invalid')}
                onCommit={(text) => text !== '' && change(type, Number(text))}
              />
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** As one would type it. */
function teraText(rate: number | undefined): string {
  return rate === undefined ? '' : String(Number((rate / TERA).toFixed(4)));
}
