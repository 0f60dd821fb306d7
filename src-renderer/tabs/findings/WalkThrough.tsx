import { ArrowRight, ChartNoAxesGantt, CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingsReport } from '../../../src-contract';
import { type WalkLook, type WalkStep, walkThrough } from '../../../src-report/walkThrough';
import { useSession } from '../../session/answers/useSession';
import { useFindings, useSentenceText } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { LimitField } from './LimitField';
import { showEvidence } from './showEvidence';
import { WithCode } from './WithCode';

interface WalkThroughProps {
  readonly report: FindingsReport;
  /** Without what is muted. */
  readonly findings: readonly Finding[];
}

/** Dispatch → computing → communication, one step after the other: what to look at, what is seen here, what it means. */
export function WalkThrough({ report, findings }: WalkThroughProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState<WalkStep['id']>();
  const steps = useMemo(() => walkThrough({ ...report, findings }), [report, findings]);
  const at = steps.findIndex((step) => step.id === open);
  const next = steps[at + 1];
  return (
    <section className="walk" aria-label={t('findings.walk.title')}>
      <div className="walk-steps">
        <h3 title={t('findings.walk.hint')}>{t('findings.walk.title')}</h3>
        {steps.map((step, number) => (
          <button
            key={step.id}
            type="button"
            className="walk-step"
            aria-expanded={step.id === open}
            aria-controls={id}
            onClick={() => setOpen(step.id === open ? undefined : step.id)}
          >
            <StateIcon state={stateOf(step)} />
            {number + 1} {t(`findings.walk.step.${step.id}`)}
          </button>
        ))}
      </div>
      <div id={id}>
        {at >= 0 && (
          <div className="walk-body">
            <StepBody step={steps[at]} />
            {next && (
              <Button icon={ArrowRight} onClick={() => setOpen(next.id)}>
                {t('findings.walk.next', { step: t(`findings.walk.step.${next.id}`) })}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** With a finding of its kind no step is fine, however its looks are. */
function stateOf({ looks, findings }: WalkStep): WalkLook['state'] {
  if (findings.length > 0 || looks.some(({ state }) => state === 'bad')) return 'bad';
  return looks.some(({ state }) => state === 'fine') ? 'fine' : 'unknown';
}

const icons = { bad: CircleAlert, fine: CircleCheck, unknown: CircleHelp } as const;

function StateIcon({ state }: Pick<WalkLook, 'state'>) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return <Icon size={14} className={`walk-${state}`} aria-label={t(`findings.walk.state.${state}`)} />;
}

function StepBody({ step: { id, looks, advice, findings: own } }: { readonly step: WalkStep }) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const { findings } = useFindings();
  return (
    <>
      <p className="findings-muted">{t(`findings.walk.about.${id}`)}</p>
      <ol className="walk-looks">
        {looks.map((look) => (
          <LookRow key={look.seen.id} look={look} />
        ))}
      </ol>
      {advice.length > 0 && (
        <ul className="finding-advice">
          {advice.map((one) => (
            <li key={one.id}>
              <WithCode text={text(one)} />
            </li>
          ))}
        </ul>
      )}
      {own.length > 0 && (
        <ul className="walk-findings">
          {own.map((one) => (
            <li key={one.id}>
              <button type="button" className="link-button" onClick={() => showFinding(findings, one.id)}>
                {text(one.title)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LookRow({ look: { state, seen, means, evidence, threshold } }: { readonly look: WalkLook }) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const session = useSession();
  const shell = useShell();
  const { report } = useFindings();
  // The bar over the timeline names the finding that has this evidence, if one has.
  const id = report?.findings.find((own) => own.evidence === evidence)?.id ?? '';
  const limit = state === 'unknown' ? undefined : report?.thresholds.find((own) => own.id === threshold);
  return (
    <li>
      <StateIcon state={state} />
      <span>
        {text(seen)} {state !== 'unknown' && <span className="findings-muted">{text(means)}</span>}
      </span>
      {limit && <LimitField threshold={limit} />}
      {evidence.length > 0 && (
        <Button
          variant="quiet"
          icon={ChartNoAxesGantt}
          onClick={() => showEvidence(session, shell, { id, evidence }).catch(shell.reportError)}
        >
          {t('findings.showAll')}
        </Button>
      )}
    </li>
  );
}

/** Its row in the list below, opened. */
function showFinding(findings: ReturnType<typeof useFindings>['findings'], id: string): void {
  if (!findings.store.getState().open.has(id)) findings.toggle(id);
  const row = document.querySelector<HTMLElement>(`[data-finding="${CSS.escape(id)}"]`);
  row?.scrollIntoView({ block: 'start' });
  row?.focus({ preventScroll: true });
}
