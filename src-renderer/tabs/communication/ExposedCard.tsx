import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CommunicationRank, ExposedCommunication } from '../../../src-contract';
import { formatDuration, formatExactDuration } from '../../base/format';
import { formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { Card } from '../../ui/layout/Card';
import { type FactLine, FactList } from '../../ui/layout/FactList';

interface ExposedCardProps {
  readonly ranks: readonly CommunicationRank[];
  readonly rank: number | undefined;
}

/** Where exposed communication of the chosen rank (else the first) goes. */
export function ExposedCard({ ranks, rank }: ExposedCardProps) {
  const { t } = useTranslation();
  const own = ranks.find((other) => other.rank === rank) ?? ranks.find(({ index }) => index !== undefined);
  const exposed = useAnswer('communication.exposed', own?.index === undefined ? undefined : { rank: own.index });
  if (exposed.error !== undefined) return <FailedAnswer answer={exposed} />;
  const title = own ? `${t('communication.exposed.title')} · ${own.label}` : t('communication.exposed.title');
  return (
    <Card
      title={title}
      definition={t('communication.exposed.definition')}
      isReading={exposed.isAsking && exposed.value === undefined}
    >
      {exposed.value ? (
        <FactList facts={facts(exposed.value, t)} />
      ) : (
        !exposed.isAsking && <p className="communication-none">{t('communication.exposed.none')}</p>
      )}
    </Card>
  );
}

function peerName({ rank, isGlobal }: ExposedCommunication['byPeer'][number], t: TFunction): string {
  return isGlobal ? `Rank ${rank}` : t('communication.late.place', { place: rank });
}

function facts(split: ExposedCommunication, t: TFunction): FactLine[] {
  const plain = (label: string, ns: number, definition?: string): FactLine => {
    return { label, value: formatDuration(ns), exact: formatExactDuration(ns), ...(definition && { definition }) };
  };
  const shared = (label: string, ns: number, definition?: string): FactLine => {
    const share = split.exposedNs > 0 ? ` · ${formatUnit((100 * ns) / split.exposedNs, 'percent')}` : '';
    return { ...plain(label, ns, definition), value: `${formatDuration(ns)}${share}` };
  };
  const whole = plain(t('communication.exposed.title'), split.exposedNs);
  if (!split.isSplit) return [whole];
  const [most] = split.byPeer;
  return [
    whole,
    shared(t('communication.exposed.moving'), split.movingNs),
    shared(t('communication.exposed.waiting'), split.waitingNs, t('communication.exposed.waitingHint')),
    shared(t('communication.exposed.rest'), split.restNs),
    ...(most ? [shared(t('communication.exposed.waitedMost', { peer: peerName(most, t) }), most.waitingNs)] : []),
    ...profilerFacts(split, t, plain),
  ];
}

/** The two numbers for waiting, and what they differ by. */
function profilerFacts(
  { profiler, waitingNs }: ExposedCommunication,
  t: TFunction,
  line: (label: string, ns: number, definition?: string) => FactLine,
): FactLine[] {
  if (!profiler) return [];
  const idle = formatDuration(profiler.idleNs);
  return [
    line(t('communication.exposed.profilerWait'), profiler.waitNs, t('communication.exposed.profilerWaitHint')),
    line(
      t('communication.exposed.difference'),
      waitingNs - profiler.waitNs,
      t('communication.exposed.differenceHint', { idle }),
    ),
  ];
}
