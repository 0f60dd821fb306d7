import { useTranslation } from 'react-i18next';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/layout/Card';
import { FactList } from '../../ui/layout/FactList';

/** Of a job of summaries: what its file does not tell of the chosen rank, and the way to the dump that does. */
export function JobRankCard({ rank }: { readonly rank: number | undefined }) {
  const { t } = useTranslation();
  const openRank = useOpenRank();
  const found = useAnswer('ranks.unlike', rank === undefined ? undefined : { rank });
  if (found.error !== undefined) return <FailedAnswer answer={found} />;
  const path = found.value?.rank.path ?? '';
  return (
    <Card title={t('communication.job.title')} isReading={found.isAsking && found.value === undefined}>
      <p className="communication-none">{t('communication.job.notHere')}</p>
      {rank === undefined && <p className="communication-none">{t('communication.job.how')}</p>}
      {found.value && path === '' && <p className="communication-none">{t('communication.job.noPlace')}</p>}
      {found.value && path !== '' && (
        <FactList
          facts={[
            {
              label: t('communication.job.dump', { rank: found.value.rank.rank }),
              value: path,
              exact: path,
              copy: path,
            },
          ]}
        />
      )}
      {rank !== undefined && path !== '' && (
        <div className="communication-finding-actions">
          <Button onClick={() => openRank(rank)}>{t('communication.job.open')}</Button>
        </div>
      )}
    </Card>
  );
}

/** Opens the rank's own dump beside the job; where it cannot be reached, that is reported. */
export function useOpenRank(): (rank: number) => void {
  const { engine, dumpId } = useSession();
  const shell = useShell();
  return (rank) => {
    engine
      .ask(dumpId, 'ranks.unlike', { rank })
      .then((found) => {
        const path = found?.rank.path ?? '';
        return path === '' ? undefined : shell.addPaths([path]);
      })
      .catch(shell.reportError);
  };
}
