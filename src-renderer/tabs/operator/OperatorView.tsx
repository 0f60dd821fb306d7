import { Cpu } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OperatorOverview, RankIndex, StatisticsKind } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer, useAsked, useRevision } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { EmptyState } from '../../ui/EmptyState';
import { ViewFrame } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { type ChosenChip, chosenChip } from './chipChoice';
import { DifferenceArea } from './DifferenceArea';
import { FrameworkOpsArea } from './FrameworkOpsArea';
import { GroupsArea } from './GroupsArea';
import { KernelsArea } from './KernelsArea';
import { OperatorFacts } from './OperatorFacts';
import { OperatorToolbar } from './OperatorToolbar';
import { OtherTableArea } from './OtherTableArea';
import type { OperatorContext } from './operatorContext';
import './operator.css';
import { isOfKernels, otherNameOf, shownModes } from './operatorModes';
import { firstRanks, operatorState, regroup, type TableChoice } from './operatorState';
import { RooflineArea } from './RooflineArea';
import { StatisticsArea } from './StatisticsArea';
import { StepsArea } from './StepsArea';
import { useChips } from './useChips';

/** Which kernels the time goes to. */
export function OperatorView() {
  const { t } = useTranslation();
  const session = useSession();
  const dumpRanks = useSessionState(({ dump }) => dump.ranks);
  const state = operatorState(session);
  const chosenRanks = useStore(state, ({ ranks }) => ranks);
  const chosenMode = useStore(state, ({ mode }) => mode);
  const statistics = useStore(state, ({ statistics: own }) => own);
  useFocusRanks();
  const isComparing = useSessionState(({ comparison }) => comparison !== undefined);
  const allKey = dumpRanks.map(({ index }) => index).join();
  const ranks = useMemo(() => {
    const all = allKey.split(',').filter(Boolean).map(Number) as RankIndex[];
    return chosenRanks ?? firstRanks(all);
  }, [allKey, chosenRanks]);

  const revision = useRevision();
  // Peaks need the device, which the first answer tells; the second one has the utilisation.
  const known = useAnswer('operator.overview', { ranks });
  const { choice, known: knownChips } = useChips(known.value?.device);
  const chip = useMemo(() => chosenChip(choice, knownChips), [choice, knownChips]);
  const rated = useRatedOverview(ranks, chip);

  const overview = rated ?? known.value;
  if (known.error !== undefined) return <FailedAnswer answer={known} />;
  if (!overview) return <Reading text={t('operator.loading')} />;
  const isEmpty = overview.ranks.every(({ source }) => source === undefined);
  const files = dumpRanks.flatMap((rank) => rank.files);
  const shown = shownModes(files, !isEmpty, { mode: chosenMode, statistics }, isComparing);
  const context: OperatorContext = { ranks, overview, chip, revision, ...shown };
  return (
    <ViewFrame label={t('operator.title')} toolbar={<OperatorToolbar context={context} isLoading={known.isAsking} />}>
      <div className="operator">
        <OperatorFacts context={context} />
        <div className="operator-area">
          {isEmpty && isOfKernels(context.mode) ? (
            <EmptyState icon={Cpu} title={t('operator.none.title')} text={t('operator.none.text')} />
          ) : (
            <Area context={context} />
          )}
        </div>
      </div>
    </ViewFrame>
  );
}

function Area({ context }: { readonly context: OperatorContext }) {
  const { kind } = context.statistics;
  switch (context.mode) {
    case 'kernels':
      return <KernelsArea context={context} />;
    case 'roofline':
      return <RooflineArea context={context} />;
    case 'steps':
      return <StepsArea context={context} />;
    case 'frameworkOps':
      return <FrameworkOpsArea context={context} />;
    case 'statistics':
      return kind && <ProfilerTable context={context} choice={kind} />;
    case 'difference':
      return <DifferenceArea />;
    case 'groups':
      return <GroupsArea context={context} />;
  }
}

function ProfilerTable({ context, choice }: { readonly context: OperatorContext; readonly choice: TableChoice }) {
  const name = otherNameOf(choice);
  if (name === undefined) return <StatisticsArea context={context} kind={choice as StatisticsKind} />;
  return <OtherTableArea context={context} name={name} />;
}

/** Undefined until there is one of these very ranks and this device. */
function useRatedOverview(ranks: readonly RankIndex[], chip: ChosenChip | undefined): OperatorOverview | undefined {
  const session = useSession();
  const peaks = chip?.peaks;
  const key = peaks && JSON.stringify([ranks, peaks]);
  const { value } = useAsked(key, async (id) => ({
    key,
    overview: await session.engine.ask(session.dumpId, 'operator.overview', { ranks, ...(peaks && { peaks }) }, id),
  }));
  return value && value.key === key ? value.overview : undefined;
}

/** Takes over the ranks that another view hands on. */
function useFocusRanks(): void {
  const session = useSession();
  const focus = useSessionState(({ focusRanks }) => focusRanks);
  useEffect(() => {
    const state = operatorState(session);
    if (focus && focus !== state.getState().takenFocus) state.setState(regroup({ ranks: focus, takenFocus: focus }));
  }, [session, focus]);
}
