import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingsReport, NotReported, UsedThreshold } from '../../../src-contract';
import { isFloor } from '../../../src-contract/views/notReported';
import { fineRules } from '../../../src-report/reportModel';
import { withUnbroken } from '../../../src-report/unbroken';
import { formatCount } from '../../base/format';
import type { MutedRow } from '../../session/findings/findingsModel';
import { useFindings, useSentenceText } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { LimitField } from './LimitField';
import { keyOf, limitText, limitUnit } from './limitText';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly count: number;
  readonly isOpenFirst?: boolean;
  readonly children: ReactNode;
}

/** A part that opens and closes; absent where there is nothing in it. */
function Section({ title, hint, count, isOpenFirst = false, children }: SectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenFirst);
  if (count === 0) return null;
  return (
    <section className="findings-section" aria-labelledby={id}>
      <h3>
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          className="findings-section-title"
          title={hint}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="findings-chevron" data-open={isOpen} aria-hidden>
            ›
          </span>
          {title}
          <span className="badge">{formatCount(count)}</span>
        </button>
      </h3>
      {isOpen && <div className="findings-section-body">{children}</div>}
    </section>
  );
}

/** What was looked at and stays under its limit, the nearest first: "4 % of 10 %". */
export function BelowSection({ report: { notReported, thresholds } }: { readonly report: FindingsReport }) {
  const { t } = useTranslation();
  return (
    <Section title={t('findings.below.title')} hint={t('findings.below.hint')} count={notReported.length} isOpenFirst>
      <ul className="findings-below">
        {notReported.map((own) => (
          <BelowRow
            key={`${own.rule} ${own.title.id} ${JSON.stringify(own.title.values)}`}
            own={own}
            threshold={thresholds.find(({ id }) => id === own.threshold)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface BelowRowProps {
  readonly own: NotReported;
  readonly threshold: UsedThreshold | undefined;
}

function BelowRow({ own, threshold }: BelowRowProps) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const { rule, title, rank, label = `Rank ${rank}`, value, limit } = own;
  const unit = threshold?.unit ?? 'ratio';
  const written = (number: number) => {
    const short = Number(number.toPrecision(3));
    return withUnbroken(`${limitText({ value: short, unit })} ${limitUnit(unit, t)}`.trim());
  };
  const isAbove = isFloor(own);
  const share = limit > 0 ? Math.min(1, isAbove ? limit / value : value / limit) : 0;
  return (
    <li className="findings-below-row">
      <span className="findings-rule" title={t(`findings.rule.${rule}`)}>
        {rule}
      </span>
      <span className="findings-below-title">
        {text(title)}
        {/* It may have a line of its own: a dot before it would end the line above. */}
        {rank !== undefined && <span className="findings-muted"> {label}</span>}
      </span>
      <span className="findings-gauge" aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span className="findings-below-value number">
        {t(isAbove ? 'findings.below.floor' : 'findings.below.of', { value: written(value) })}{' '}
        {threshold ? <LimitField threshold={threshold} /> : written(limit)}
      </span>
    </li>
  );
}

export function FineSection({ report }: { readonly report: FindingsReport }) {
  const { t } = useTranslation();
  const fine = fineRules(report);
  return (
    <Section title={t('findings.fine.title')} hint={t('findings.fine.hint')} count={fine.length}>
      <ul className="findings-plain">
        {fine.map((rule) => (
          <li key={rule}>
            <span className="findings-rule">{rule}</span>
            {t(`findings.rule.${rule}`)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function NotRunSection({ report: { notRun } }: { readonly report: FindingsReport }) {
  const { t } = useTranslation();
  const text = useSentenceText();
  return (
    <Section title={t('findings.notRun.title')} hint={t('findings.notRun.hint')} count={notRun.length}>
      <ul className="findings-plain">
        {notRun.map(({ rule, reason, ranks }) => (
          <li key={`${rule} ${reason.id}`}>
            <span className="findings-rule" title={t(`findings.rule.${rule}`)}>
              {rule}
            </span>
            <span>
              {t(`findings.rule.${rule}`)} — {text(reason)}
              {ranks.length > 0 && (
                <span className="findings-muted"> {t('findings.notRun.ranks', { ranks: ranks.join(', ') })}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What the user does not want to see among the others, with the reason they gave. */
export function MutedSection({ rows }: { readonly rows: readonly MutedRow[] }) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const shell = useShell();
  const { findings } = useFindings();
  return (
    <Section title={t('findings.muted.title')} hint={t('findings.muted.hint')} count={rows.length}>
      <ul className="findings-plain">
        {rows.map(({ finding, reason }) => (
          <li key={finding.id}>
            <span className="findings-rule">{finding.rule}</span>
            <span className="findings-grow">
              {text(finding.title)}
              {reason !== '' && <span className="findings-muted"> {t('findings.muted.because', { reason })}</span>}
            </span>
            <Button variant="quiet" onClick={() => findings.mute(finding.id, undefined).catch(shell.reportError)}>
              {t('findings.muted.unmute')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** All limits that may be changed. */
export function ThresholdsSection({ thresholds }: { readonly thresholds: readonly UsedThreshold[] }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { findings, limits } = useFindings();
  return (
    <Section title={t('findings.limit.title')} hint={t('findings.limit.hint')} count={thresholds.length}>
      <ul className="findings-limits">
        {thresholds.map((own) => (
          <li key={own.id}>
            <span>{t(`findings.threshold.${keyOf(own.id)}`)}</span>
            <LimitField threshold={own} />
          </li>
        ))}
      </ul>
      {Object.keys(limits).length > 0 && (
        <Button onClick={() => findings.resetLimits().catch(shell.reportError)}>{t('findings.limit.resetAll')}</Button>
      )}
    </Section>
  );
}
