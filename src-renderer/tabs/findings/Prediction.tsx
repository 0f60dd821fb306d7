import { useTranslation } from 'react-i18next';
import type { Finding, FindingsReport } from '../../../src-contract';
import { formatDuration, formatExactDuration, formatShare } from '../../base/format';
import { useAnswer } from '../../session/answers/useAnswer';

/** The step by replay without the finding's cause, and what it is made of then; nothing where the cause is not in the graph. */
export function usePrediction(finding: Finding, { thresholds }: FindingsReport) {
  const limits = Object.fromEntries(
    thresholds.filter((own) => own.value !== own.usual).map(({ id, value }) => [id, value]),
  );
  const { value } = useAnswer('findings.predictions', { limits });
  const own = value?.findings.find((one) => one.finding === finding.id);
  return value && own && { stepNs: value.stepNs, ...own };
}

export function Prediction({ own }: { readonly own: NonNullable<ReturnType<typeof usePrediction>> }) {
  const { t } = useTranslation();
  const { predictedNs, stepNs, bound } = own;
  return (
    <p>
      <span className="number" title={formatExactDuration(predictedNs)}>
        {t('findings.details.predictedValue', {
          step: formatDuration(predictedNs),
          share: formatShare(predictedNs / stepNs - 1),
        })}
      </span>
      {bound && (
        <span className="findings-muted">
          {' · '}
          {t('findings.whatIf.bound', {
            part: t(`findings.component.${bound.component}`),
            rank: bound.label,
            share: formatShare(bound.share),
          })}
        </span>
      )}
    </p>
  );
}
