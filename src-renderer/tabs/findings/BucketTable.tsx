import { useTranslation } from 'react-i18next';
import type { BucketPlan } from '../../../src-contract';
import { formatInColumn, unitOfValues } from '../../base/columnUnit';
import { formatCount } from '../../base/format';
import { formatExactUnit } from '../../base/formatUnit';

/** Buckets that are listed. */
const MAX_ROWS = 24;

/** C9: when each bucket's gradients are there, and when it is through: sent by itself, and in the best fusion. */
export function BucketTable({ plan: { buckets } }: { readonly plan: BucketPlan }) {
  const { t } = useTranslation();
  const left = buckets.length - MAX_ROWS;
  const shown = buckets.slice(0, MAX_ROWS);
  // The instants are held against one another: one unit for all of them.
  const timeUnit = unitOfValues(
    'duration',
    shown.flatMap(({ readyNs, endNs, fusedEndNs }) => [readyNs, endNs, fusedEndNs]),
  );
  const sizeUnit = unitOfValues(
    'bytes',
    shown.map(({ sizeBytes }) => sizeBytes),
  );
  const time = (ns: number) => (
    <td title={formatExactUnit(ns, 'duration')}>{formatInColumn(ns, 'duration', timeUnit)}</td>
  );
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
          {shown.map(({ sizeBytes, readyNs, endNs, message, fusedEndNs }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buckets are their order
            <tr key={at}>
              <td>{at + 1}</td>
              <td title={formatExactUnit(sizeBytes, 'bytes')}>{formatInColumn(sizeBytes, 'bytes', sizeUnit)}</td>
              {time(readyNs)}
              {time(endNs)}
              <td>{message + 1}</td>
              {time(fusedEndNs)}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="findings-muted">{t('findings.buckets.more', { n: formatCount(left) })}</p>}
    </div>
  );
}
