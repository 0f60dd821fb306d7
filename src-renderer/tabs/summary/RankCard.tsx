import { ChartNoAxesGantt, Cpu, Network } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ParallelMap, SPLIT_PARTS, type StepSplit, type SummaryRank } from '../../../src-contract';
import { formatExactUnit, formatUnit } from '../../base/formatUnit';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { Badge } from '../../ui/controls/Badge';
import { Card } from '../../ui/layout/Card';
import { type FactLine, FactList } from '../../ui/layout/FactList';
import { NothingHere, type SectionProps } from './sectionParts';
import { shareOfStep, stepTimes } from './splitParts';

interface RankCardProps extends SectionProps {
  /** In `SummaryOverview.ranks`. */
  readonly position: number | undefined;
  readonly split: StepSplit | undefined;
  readonly parallel: ParallelMap | undefined;
}

/** The rank that is looked at: all its numbers, its place in the job, and the way to its operators and collectives. */
export function RankCard({ overview, position, split, parallel }: RankCardProps) {
  const { t } = useTranslation();
  const rank = position === undefined ? undefined : overview.ranks[position];
  if (position === undefined || !rank) {
    return (
      <Card title={t('summary.rankCard.title')} size="fill">
        <NothingHere text={t('summary.rankCard.none')} />
      </Card>
    );
  }
  const isSlow = parallel?.slowRanks.includes(position) ?? false;
  return (
    <Card title={rank.label} size="fill" tools={isSlow && <Badge tone="warning">{t('summary.slow')}</Badge>}>
      <div className="summary-scroll summary-numbers">
        <RankLinks rank={rank} />
        <FactList facts={[...placeFacts(t, rank, parallel, position), ...splitFacts(t, split, position)]} />
      </div>
    </Card>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function splitFacts(t: Translate, split: StepSplit | undefined, position: number): readonly FactLine[] {
  if (!split) return [];
  const whole = stepTimes(split)[position] ?? Number.NaN;
  const line = (id: string, ns: number, share?: number): FactLine => ({
    label: t(`summary.column.${id}.title`),
    definition: t(`summary.column.${id}.definition`),
    value: (
      <span className="number">
        {formatUnit(ns, 'duration')}
        {share !== undefined && !Number.isNaN(share) && (
          <span className="summary-muted"> · {formatUnit(share, 'percent')}</span>
        )}
      </span>
    ),
    exact: formatExactUnit(ns, 'duration'),
  });
  return [
    line('splitStep', whole),
    ...SPLIT_PARTS.flatMap((part) => {
      const ns = split[part][position] ?? Number.NaN;
      const hasShare = part !== 'stage' && part !== 'preparing';
      return Number.isNaN(ns)
        ? []
        : [line(columnOfPart[part], ns, hasShare ? shareOfStep(split, part)[position] : undefined)];
    }),
  ];
}

const columnOfPart = {
  computing: 'splitComputing',
  notOverlapped: 'splitNotOverlapped',
  overlapped: 'splitOverlapped',
  communication: 'splitCommunication',
  free: 'splitFree',
  stage: 'splitStage',
  bubble: 'splitBubble',
  notOverlappedExceptReceive: 'splitExceptReceive',
  preparing: 'splitPreparing',
} as const;

function placeFacts(
  t: Translate,
  rank: SummaryRank,
  parallel: ParallelMap | undefined,
  position: number,
): readonly FactLine[] {
  const lines: FactLine[] = [];
  if (rank.hostName !== undefined) lines.push({ label: t('summary.fact.hosts'), value: rank.hostName });
  if (rank.device !== undefined) lines.push({ label: t('summary.fact.devices'), value: String(rank.device) });
  if (rank.splitSource !== undefined) {
    lines.push({ label: t('summary.column.splitSource.title'), value: t(`summary.source.${rank.splitSource}`) });
  }
  if (!parallel || parallel.problem) return lines;
  for (const dimension of ['tensor', 'context', 'expert', 'data', 'pipeline'] as const) {
    const at = parallel.coordinates[dimension][position];
    if (at === undefined || parallel.sizes[dimension] < 2) continue;
    lines.push({
      label: t(`summary.dimension.${dimension}`),
      definition: t(`summary.dimensionHint.${dimension}`),
      value: t('summary.placeOf', { at, size: parallel.sizes[dimension] }),
    });
  }
  const relative = parallel.relativeComputing[position] ?? Number.NaN;
  if (!Number.isNaN(relative)) {
    lines.push({
      label: t('summary.relative.title'),
      definition: t('summary.relative.definition', { few: parallel.slowLimits.few }),
      value: <span className="number">{formatUnit(100 * relative, 'percent')}</span>,
    });
  }
  return lines;
}

/** The other tabs about this rank. Only from a rank with files of its own. */
function RankLinks({ rank }: { readonly rank: SummaryRank }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const views = useSessionState((state) => state.views);
  const groups = useSessionState(({ dump }) => (rank.index === undefined ? undefined : dump.ranks[rank.index]?.groups));
  if (rank.splitSource === 'job-summary' && rank.index === undefined) return <OwnDump rank={rank.rank} />;
  if (rank.index === undefined) return <p className="summary-note">{t('summary.noFolder')}</p>;
  const { index } = rank;
  const show = (tab: string) => {
    session.actions.focusRanks([index]);
    shell.showTab(tab);
  };
  const first = groups?.[0];
  return (
    <div className="summary-links">
      {views?.operator && (
        <Button icon={Cpu} onClick={() => show('operator')}>
          {t('summary.showOperators')}
        </Button>
      )}
      {views?.communication && (
        <Button icon={Network} onClick={() => show('communication')}>
          {t('summary.showCommunication')}
        </Button>
      )}
      {first && (
        <Button
          icon={ChartNoAxesGantt}
          onClick={() => {
            show('timeline');
            session.actions.scrollTo(first.id);
          }}
        >
          {t('summary.showTimeline')}
        </Button>
      )}
    </div>
  );
}

/** Of a job of summaries: the rank's dump is elsewhere, and may be reached. */
function OwnDump({ rank }: Pick<SummaryRank, 'rank'>) {
  const { t } = useTranslation();
  const shell = useShell();
  const found = useAnswer('ranks.unlike', { rank });
  if (found.error !== undefined) return <FailedAnswer answer={found} />;
  const path = found.value?.rank.path ?? '';
  if (path === '') return found.isAsking ? null : <p className="summary-note">{t('summary.noDump')}</p>;
  return (
    <div className="summary-links">
      <Button icon={ChartNoAxesGantt} title={path} onClick={() => void shell.addPaths([path]).catch(shell.reportError)}>
        {t('summary.openTimeline')}
      </Button>
    </div>
  );
}
