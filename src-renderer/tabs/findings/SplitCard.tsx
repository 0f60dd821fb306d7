import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankStepSplit } from '../../../src-contract';
import { partName, splitParts, stepNsOf } from '../../../src-report/splitParts';
import { formatDuration, formatExactDuration } from '../../base/format';
import { formatUnit } from '../../base/formatUnit';
import { lyingBarsHeight } from '../../ui/chart/bars/barModel';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { Card } from '../../ui/layout/Card';
import { type FactLine, FactList } from '../../ui/layout/FactList';
import { MiddleCut } from '../../ui/MiddleCut';

/** CSS pixels. */
const barHeight = 28;
const tallest = 320;

/** Where the step of each rank goes: one bar a rank, as long as its step, and the rank that is looked at in numbers. */
export function SplitCard({ split }: { readonly split: readonly RankStepSplit[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number>();
  const known = useMemo(() => split.filter((own) => !Number.isNaN(stepNsOf(own))), [split]);
  const chart = useMemo(
    () => ({
      bars: known.map(({ rank, label }) => (label === `Rank ${rank}` ? String(rank) : label)),
      parts: splitParts(known).map((own) => ({ ...own, name: t(`findings.part.${partName(own.id)}`) })),
    }),
    [known, t],
  );
  if (known.length === 0) return null;
  const at = chosen !== undefined && chosen < known.length ? chosen : longest(known);
  return (
    <Card title={t('findings.split.title')} definition={t('findings.split.definition')}>
      <StackedBarChart
        label={t('findings.split.title')}
        {...chart}
        unit="duration"
        barTitle={t('findings.split.rank')}
        hasOrder={known.length > 8}
        plotHeight={Math.min(tallest, lyingBarsHeight(known.length, barHeight))}
        selectedBar={at}
        onBar={setChosen}
      />
      <h4 className="findings-subtitle" title={known[at].label}>
        <MiddleCut text={known[at].label} />
      </h4>
      <FactList facts={factsOf(t, known[at])} />
    </Card>
  );
}

function longest(split: readonly RankStepSplit[]): number {
  let found = 0;
  for (const [at, own] of split.entries()) if (stepNsOf(own) > stepNsOf(split[found])) found = at;
  return found;
}

type Translate = ReturnType<typeof useTranslation>['t'];

const MOST_PEERS = 3;

/** A step of the rank, part by part: those that are parts of the one above stand below it, indented. */
function factsOf(t: Translate, own: RankStepSplit): readonly FactLine[] {
  const step = stepNsOf(own);
  const line = (
    key: string,
    ns: number,
    options: { readonly part?: boolean; readonly name?: string } = {},
  ): FactLine => ({
    label: `${options.part ? '\u2003' : ''}${options.name ?? t(`findings.fact.${key}`)}`,
    definition: t(`findings.factHint.${key}`),
    value: (
      <span className="number">
        {formatDuration(ns / own.stepCount)}
        <span className="findings-muted"> · {formatUnit((100 * ns) / own.stepCount / step, 'percent')}</span>
      </span>
    ),
    exact: formatExactDuration(ns / own.stepCount),
  });
  const { exposed, free } = own;
  const facts: FactLine[] = [line('computing', own.computingNs)];
  if (own.overlappedNs > 0) facts.push(line('overlapped', own.overlappedNs, { part: true }));
  if (own.besideHostNs !== undefined) facts.push(line('besideHost', own.besideHostNs, { part: true }));
  facts.push(line('exposed', own.notOverlappedNs));
  if (exposed?.isSplit) {
    const bothNs = exposed.movingNs + exposed.waitingNs + exposed.restNs - exposed.exposedNs;
    facts.push(line('waiting', exposed.waitingNs, { part: true }));
    for (const { rank, isGlobal, waitingNs } of exposed.byPeer.slice(0, MOST_PEERS)) {
      const name = t(isGlobal ? 'findings.fact.peer' : 'findings.fact.peerPlace', { rank });
      facts.push(line('peer', waitingNs, { part: true, name: `\u2003${name}` }));
    }
    facts.push(line('moving', exposed.movingNs, { part: true }));
    if (bothNs > 0) facts.push(line('both', bothNs, { part: true }));
    if (exposed.restNs > 0) facts.push(line('rest', exposed.restNs, { part: true }));
  }
  facts.push(line('free', own.freeNs));
  for (const { owner, ns, names } of free?.owners ?? []) {
    const first = names[0]?.name;
    const name = t(`findings.part.${partName(`free:${owner}`)}`);
    facts.push({
      ...line('owner', ns, { part: true, name }),
      ...(first && {
        definition: t('findings.factHint.ownerNames', { names: names.map((one) => one.name).join(', ') }),
      }),
    });
  }
  if (own.preparingNs > 0) facts.push(line('preparing', own.preparingNs));
  return facts;
}
