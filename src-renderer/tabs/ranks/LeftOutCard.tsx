import { useTranslation } from 'react-i18next';
import type { RanksOverview } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { Card } from '../../ui/layout/Card';

/** Ranks by number that are listed; of thousands nobody reads more. */
const MOST_LISTED = 60;

/** What the job has that is not in its summary, and what was found that is not in it. */
export function LeftOutCard({ overview: { missing, leftOut, leftOutCount } }: { readonly overview: RanksOverview }) {
  const { t } = useTranslation();
  if (missing.length === 0 && leftOutCount === 0) return null;
  return (
    <Card title={t('ranks.notIn.title')} definition={t('ranks.notIn.definition')}>
      {missing.length > 0 && (
        <p>
          {t('ranks.notIn.missing', { count: formatCount(missing.length) })} {missing.slice(0, MOST_LISTED).join(', ')}
          {missing.length > MOST_LISTED && ' …'}
        </p>
      )}
      <ul className="ranks-left-out">
        {leftOut.map(({ file, rank, why, detail }) => (
          <li key={`${file} ${rank}`}>
            <span className="ranks-file">{file}</span>
            {rank !== undefined && ` · ${t('ranks.one', { rank })}`}: {t(`ranks.why.${why}`, { detail })}
          </li>
        ))}
      </ul>
      {leftOutCount > leftOut.length && (
        <p>{t('ranks.notIn.more', { count: formatCount(leftOutCount - leftOut.length) })}</p>
      )}
    </Card>
  );
}
