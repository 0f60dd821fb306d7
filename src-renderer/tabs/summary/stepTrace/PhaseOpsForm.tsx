import { useTranslation } from 'react-i18next';
import type { PhaseOps, RankIndex } from '../../../../src-contract';
import { useAnswer } from '../../../session/answers/useAnswer';
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
  const options = names.map((name) => ({ value: name, label: nodeFirst(name) }));
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

/** What tells it from others is at the end of "Default/network/conv1-Conv2d/Conv2D-op13", which would be cut off. */
function nodeFirst(name: string): string {
  const at = name.lastIndexOf('/');
  return at < 0 ? name : `${name.slice(at + 1)} · ${name.slice(0, at)}`;
}
