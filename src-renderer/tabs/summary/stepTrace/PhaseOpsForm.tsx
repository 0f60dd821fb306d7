import { useTranslation } from 'react-i18next';
import type { PhaseOps, RankIndex } from '../../../../src-contract';
import { useAnswer } from '../../../session/useAnswer';
import { OptionPicker } from '../../../ui/controls/OptionPicker';

interface PhaseOpsFormProps {
  readonly rank: RankIndex;
  readonly ops: Partial<PhaseOps>;
  readonly onChange: (ops: Partial<PhaseOps>) => void;
}

/** The kernels between which forward and backward lie; nothing where the rank has no timeline. */
export function PhaseOpsForm({ rank, ops, onChange }: PhaseOpsFormProps) {
  const { t } = useTranslation();
  const names = useAnswer('summary.stepTraceOps', { rank }).value ?? [];
  if (names.length === 0) return null;
  const options = names.map((name) => ({ value: name, label: name }));
  return (
    <>
      {(['forwardStart', 'backwardEnd'] as const).map((id) => (
        <span key={id} className="trace-op" title={t(`summary.trace.opDefinition.${id}`)}>
          <OptionPicker
            label={t(`summary.trace.op.${id}`)}
            value={ops[id]}
            options={options}
            noneText={t('summary.trace.automatic')}
            onChange={(name) => onChange({ ...ops, [id]: name })}
          />
        </span>
      ))}
      {(ops.forwardStart === undefined) !== (ops.backwardEnd === undefined) && (
        <span className="summary-note">{t('summary.trace.chooseBoth')}</span>
      )}
      {(ops.forwardStart ?? ops.backwardEnd) !== undefined && (
        <button type="button" className="link-button" onClick={() => onChange({})}>
          {t('summary.trace.automatic')}
        </button>
      )}
    </>
  );
}
