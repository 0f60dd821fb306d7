import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ScaleProgress } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { useSessionState } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/layout/Card';
import { MiddleCut } from '../../ui/MiddleCut';
import { useErrorText } from '../../ui/notices/noticeText';
import { ProgressBar } from '../../ui/ProgressBar';
import { isOver, type ScaleShown } from './useScaleProgress';

/** How far `tracelane scale` is with the ranks of the job, and which are missing. */
export function ScaleCard({ shown: { progress, error } }: { readonly shown: ScaleShown }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Card title={t('ranks.scale.title')} definition={t('ranks.scale.definition')} isReading={!progress && !error}>
      {error !== undefined && <p role="alert">{errorText(error)}</p>}
      {progress && <Progress progress={progress} />}
    </Card>
  );
}

function Progress({ progress }: { readonly progress: ScaleProgress }) {
  const { t } = useTranslation();
  const shell = useShell();
  const isShown = useSessionState(({ dump }) => dump.clusterFiles.some(({ table }) => table === 'job-summary'));
  const { rankCount, doneCount, missingCount, missing, isReduced, folder } = progress;
  const said = t('ranks.scale.said', { done: formatCount(doneCount), count: formatCount(rankCount) });
  return (
    <div className="ranks-scale">
      <p>{said}</p>
      <ProgressBar label={said} share={rankCount === 0 ? undefined : doneCount / rankCount} />
      <p>{[queueSaid(progress, t), jobSaid(progress, t)].filter((sentence) => sentence !== '').join(' ')}</p>
      {isReduced && !isShown && (
        <div className="ranks-open">
          <Button icon={FolderOpen} onClick={() => void shell.openPaths([folder]).catch(shell.reportError)}>
            {t('ranks.scale.open')}
          </Button>
        </div>
      )}
      {missingCount > 0 && (
        <ul className="ranks-left-out ranks-missing" aria-label={t('ranks.scale.missing')}>
          {missing.map(({ rank, place, state, lastWords }) => (
            <li key={`${rank} ${place}`}>
              {rank === undefined ? t('ranks.scale.unknown') : t('ranks.one', { rank })}
              {state !== '' && ` · ${state}`} <MiddleCut text={place} />
              {lastWords !== '' && <span className="ranks-words">{lastWords}</span>}
            </li>
          ))}
        </ul>
      )}
      {missingCount > missing.length && (
        <p>{t('ranks.scale.more', { count: formatCount(missingCount - missing.length) })}</p>
      )}
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function queueSaid(progress: ScaleProgress, t: Translate): string {
  const { queue, missingCount } = progress;
  if (queue !== undefined && 'silent' in queue) return t('ranks.scale.silent', { why: queue.silent });
  if (queue !== undefined && !isOver(progress))
    return t('ranks.scale.queue', { running: formatCount(queue.running), waiting: formatCount(queue.waiting) });
  if (missingCount === 0) return '';
  return queue === undefined ? t('ranks.scale.elsewhere') : t('ranks.scale.ended');
}

function jobSaid(progress: ScaleProgress, t: Translate): string {
  const { isReduced, reduceWords, missingCount, queue } = progress;
  if (isReduced) return t(missingCount > 0 ? 'ranks.scale.madeWithout' : 'ranks.scale.made');
  if (queue !== undefined && isOver(progress)) return t('ranks.scale.notMade', { why: reduceWords || '—' });
  return t('ranks.scale.later');
}
