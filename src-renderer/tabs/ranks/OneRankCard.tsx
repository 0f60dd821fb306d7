import { useTranslation } from 'react-i18next';
import type { RankPlaceOnDisk } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/layout/Card';
import { FactList } from '../../ui/layout/FactList';

interface OneRankCardProps {
  /** Undefined: none is chosen. */
  readonly rank: number | undefined;
  readonly onRank: (rank: number) => void;
}

/** The chosen rank: where its own dump is, and which two are least like it. */
export function OneRankCard({ rank, onRank }: OneRankCardProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const found = useAnswer('ranks.unlike', rank === undefined ? undefined : { rank });
  if (rank === undefined)
    return (
      <Card title={t('ranks.chosen.none')}>
        <p>{t('ranks.chosen.how')}</p>
      </Card>
    );
  if (found.error !== undefined) return <FailedAnswer answer={found} />;
  const own = found.value?.rank;
  const unlike = found.value?.unlike ?? [];
  const paths = [own, ...unlike].flatMap((one) => (one && one.path !== '' ? [one.path] : []));
  return (
    <Card title={t('ranks.one', { rank })} isReading={found.isAsking}>
      {own && (
        <FactList
          facts={[
            {
              label: t('ranks.chosen.dump'),
              value: own.path || '—',
              exact: own.path,
              ...(own.path && { copy: own.path }),
            },
          ]}
        />
      )}
      {unlike.length > 0 && (
        <p title={t('ranks.chosen.unlikeDefinition')}>
          {t('ranks.chosen.unlike')}{' '}
          {unlike.map((one: RankPlaceOnDisk) => (
            <Button key={one.rank} variant="quiet" onClick={() => onRank(one.rank)}>
              {t('ranks.one', { rank: one.rank })}
            </Button>
          ))}
        </p>
      )}
      {own && own.path !== '' && (
        <div className="ranks-open">
          <Button onClick={() => void shell.addPaths([own.path]).catch(shell.reportError)}>
            {t('ranks.chosen.open')}
          </Button>
          <Button variant="quiet" onClick={() => void shell.addPaths(paths).catch(shell.reportError)}>
            {t('ranks.chosen.openAll')}
          </Button>
        </div>
      )}
    </Card>
  );
}
