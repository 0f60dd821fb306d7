import { useTranslation } from 'react-i18next';
import type { ShownStep } from '../../../../src-contract';
import { formatInColumn, unitOfValues } from '../../../base/columnUnit';
import { formatExactUnit, formatUnit } from '../../../base/formatUnit';
import { type TracePhase, tracePhases } from './tracePhases';

interface PhasesTableProps {
  readonly shown: ShownStep;
  /** Absent: the phases have no place in the timeline. */
  readonly onPhase?: ((phase: TracePhase) => void) | undefined;
}

/** Start, end, duration and share of each phase. */
export function PhasesTable({ shown, onPhase }: PhasesTableProps) {
  const { t } = useTranslation();
  const phases = tracePhases(shown);
  if (phases.length === 0) return null;
  const unit = unitOfValues(
    'duration',
    phases.flatMap(({ startNs, endNs }) => [startNs, endNs, endNs - startNs].map(Math.round)),
  );
  const cell = (ns: number) => {
    const rounded = Math.round(ns);
    return <td title={formatExactUnit(rounded, 'duration')}>{formatInColumn(rounded, 'duration', unit)}</td>;
  };
  return (
    <table className="summary-table trace-table">
      <thead>
        <tr>
          <th scope="col">{t('summary.trace.phases')}</th>
          {(['start', 'end', 'duration', 'share'] as const).map((id) => (
            <th key={id} scope="col" title={t(`summary.trace.columnDefinition.${id}`)}>
              {t(`summary.trace.column.${id}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {phases.map((phase) => (
          <tr key={phase.id}>
            <th scope="row" title={t(`summary.trace.phaseDefinition.${phase.id}`)}>
              {onPhase ? (
                <button type="button" className="link-button" onClick={() => onPhase(phase)}>
                  {t(`summary.trace.phase.${phase.id}`)}
                </button>
              ) : (
                t(`summary.trace.phase.${phase.id}`)
              )}
            </th>
            {cell(phase.startNs)}
            {cell(phase.endNs)}
            {cell(phase.endNs - phase.startNs)}
            <td>{formatUnit((100 * (phase.endNs - phase.startNs)) / shown.totalNs, 'percent')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
