import { ArrowLeftRight, FolderPlus } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompareReport, SideChoice, Sides } from '../../../../src-contract';
import { lastStepLines, sideText, verdictLine } from '../../../../src-report/compare/compareDocument';
import { compareWords } from '../../../../src-report/compare/compareWords';
import { withUnbroken } from '../../../../src-report/unbroken';
import { sideText as chosenText } from '../../../compare/sideText';
import { FailedAnswer } from '../../../session/answers/FailedAnswer';
import { useAnswer } from '../../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useSentenceLanguage } from '../../../session/findings/useFindings';
import { useShell } from '../../../session/shell';
import { Button, IconButton } from '../../../ui/Button';
import { OneRankPicker, type PickableRank } from '../../../ui/controls/RankPicker';
import { StepPicker } from '../../../ui/controls/StepPicker';
import { EmptyState } from '../../../ui/EmptyState';
import { Card } from '../../../ui/layout/Card';
import { Split } from '../../../ui/layout/ViewLayout';
import { Reading } from '../../../ui/Reading';
import { NothingHere, type SectionProps } from '../sectionParts';
import { CompareTables } from './CompareTables';
import { comparableRanks, usualSides } from './compareStore';
import { Waterfall } from './Waterfall';
import './compare.css';

/** Sides may be of two jobs: this is about all that are open. */
export function CompareSection({ of, overview }: Pick<SectionProps, 'of' | 'overview'>) {
  const { t } = useTranslation();
  const isOfAll = of.job === undefined;
  const all = useAnswer('summary.overview', isOfAll ? undefined : {});
  if (isOfAll) return <Comparison overview={overview} />;
  if (all.error !== undefined) return <FailedAnswer answer={all} />;
  return all.value ? <Comparison overview={all.value} /> : <Reading text={t('summary.reading')} />;
}

/** What changed from A to B: the difference of the steps part by part, and the kernels and ops that it comes of. */
function Comparison({ overview }: Pick<SectionProps, 'overview'>) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const sides = useSessionState(({ comparison }) => comparison);
  useFirstComparison(overview);
  const isSame = sides !== undefined && sides.a.rank === sides.b.rank && sides.a.step === sides.b.step;
  const answer = useAnswer('compare.within', isSame ? undefined : sides);
  const all = useSessionState(({ dump }) => dump.ranks);
  const ranks = useMemo(() => {
    const known = comparableRanks(overview.ranks);
    return all.filter(({ index }) => known.includes(index));
  }, [all, overview]);
  if (!sides) return <NothingCompared overview={overview} />;
  const { a, b } = sides;
  const choose = (changed: Partial<Sides>) => session.actions.compare({ a, b, ...changed });
  return (
    <div className="compare">
      <div className="compare-bar">
        <SidePicker side="A" {...{ ranks, overview }} value={a} onChange={(own) => choose({ a: own })} />
        <IconButton icon={ArrowLeftRight} label={t('summary.compare.swap')} onClick={() => choose({ a: b, b: a })} />
        <SidePicker side="B" {...{ ranks, overview }} value={b} onChange={(own) => choose({ b: own })} />
        <Button variant="quiet" icon={FolderPlus} onClick={() => void shell.compareWithAnother()}>
          {t('compare.another')}
        </Button>
        {answer.value && !isSame && <Verdict report={answer.value} />}
      </div>
      <div className="compare-body">
        {isSame ? (
          <NothingHere text={t('summary.compare.same')} />
        ) : answer.error !== undefined ? (
          <FailedAnswer answer={answer} />
        ) : answer.value ? (
          <Compared report={answer.value} />
        ) : answer.isAsking ? (
          <Reading text={t('summary.compare.working')} />
        ) : (
          <NothingHere text={t('summary.compare.none')} />
        )}
      </div>
    </div>
  );
}

/** Whoever comes here has something compared: the usual two, until they are chosen or taken away. */
function useFirstComparison(overview: SectionProps['overview']): void {
  const session = useSession();
  const seen = useRef(false);
  useEffect(() => {
    const sides = usualSides(overview);
    if (seen.current || !sides) return;
    seen.current = true;
    if (!session.store.getState().comparison) session.actions.compare(sides);
  }, [session, overview]);
}

function NothingCompared({ overview }: Pick<SectionProps, 'overview'>) {
  const { t } = useTranslation();
  const { actions } = useSession();
  const shell = useShell();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const usual = usualSides(overview);
  const [a, b] = usual ? [usual.a, usual.b].map((side) => chosenText(t, side, { ranks })) : [];
  return (
    <EmptyState icon={ArrowLeftRight} title={t('compare.none.title')} text={t('compare.none.text')}>
      <div className="button-row">
        {usual && <Button onClick={() => actions.compare(usual)}>{t('compare.none.start', { a, b })}</Button>}
        <Button onClick={() => void shell.compareWithAnother()}>{t('compare.another')}</Button>
      </div>
    </EmptyState>
  );
}

function Compared({ report }: { readonly report: CompareReport }) {
  const { t } = useTranslation();
  return (
    <Split
      storageKey="summary.compare"
      direction="horizontal"
      handleLabel={t('summary.resize')}
      areas={[
        {
          id: 'waterfall',
          defaultSize: '46%',
          content: (
            <Card title={t('summary.compare.waterfall')} definition={t('summary.compare.waterfallHint')} size="fill">
              <Waterfall report={report} />
            </Card>
          ),
        },
        { id: 'tables', content: <CompareTables report={report} /> },
      ]}
    />
  );
}

interface SidePickerProps extends Pick<SectionProps, 'overview'> {
  readonly side: 'A' | 'B';
  readonly ranks: readonly PickableRank[];
  readonly value: SideChoice;
  readonly onChange: (value: SideChoice) => void;
}

function SidePicker({ side, ranks, overview: { steps }, value, onChange }: SidePickerProps) {
  const { t } = useTranslation();
  return (
    <>
      <OneRankPicker
        ranks={ranks}
        value={value.rank}
        label={t(`summary.compare.rank${side}`)}
        onChange={(rank) => onChange({ ...value, rank })}
      />
      {steps.length > 1 && (
        <StepPicker
          steps={steps}
          value={value.step}
          label={t(`summary.compare.step${side}`)}
          onChange={(step) => onChange({ ...value, step: step === 'median' ? 'all' : step })}
        />
      )}
    </>
  );
}

/** The first sentence, and whether chance is known. */
function Verdict({ report }: { readonly report: CompareReport }) {
  const words = compareWords[useSentenceLanguage()];
  const { step, a, b } = report;
  const title = [a, b].map((own) => `${own.label}, ${sideText(own, words).steps}`).join(' → ');
  return (
    <p className="compare-verdict" title={`${title}\n${words.method}`} role="status">
      <strong>{withUnbroken(verdictLine(step, words))}</strong>{' '}
      {lastStepLines(report, words).map((line) => (
        <span key={line}>{line} </span>
      ))}
      {!step.interval && <span>{words.noRepeats}</span>}
    </p>
  );
}
