import { useTranslation } from 'react-i18next';
import type { BucketPlan } from '../../../src-contract';
import { formatBytes, formatCount, formatDuration } from '../../base/format';

/** Buckets that are listed. */
const MAX_ROWS = 24;

/** C9: when each bucket's gradients are there, and when it is through: sent by itself, and in the best fusion. */
export function BucketTable({ plan: { buckets } }: { readonly plan: BucketPlan }) {
  const { t } = useTranslation();
  const left = buckets.length - MAX_ROWS;
  return (
    <div className="bucket-table">
      <table>
        <thead>
          <tr>
            <th>{t('findings.buckets.bucket')}</th>
            <th>{t('findings.buckets.size')}</th>
            <th>{t('findings.buckets.ready')}</th>
            <th>{t('findings.buckets.alone')}</th>
            <th>{t('findings.buckets.message')}</th>
            <th>{t('findings.buckets.fused')}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.slice(0, MAX_ROWS).map(({ sizeBytes, readyNs, endNs, message, fusedEndNs }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buckets are their order
            <tr key={at}>
              <td>{at + 1}</td>
              <td>{formatBytes(sizeBytes)}</td>
              <td>{formatDuration(readyNs)}</td>
              <td>{formatDuration(endNs)}</td>
              <td>{message + 1}</td>
              <td>{formatDuration(fusedEndNs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="findings-muted">{t('findings.buckets.more', { n: formatCount(left) })}</p>}
    </div>
  );
}
