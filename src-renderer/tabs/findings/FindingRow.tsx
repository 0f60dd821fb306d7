import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingClass, FindingsReport, HueClass } from '../../../src-contract';
import { shareText, timeText } from '../../../src-contract/findings/sentence';
import { withUnbroken } from '../../../src-report/unbroken';
import { formatExactDuration } from '../../base/format';
import { useFindings, useSentenceText } from '../../session/findings/useFindings';
import { useChartColours } from '../../ui/chart/chartColours';
import { FindingDetails } from './FindingDetails';

interface FindingRowProps {
  readonly finding: Finding;
  readonly report: FindingsReport;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  /** Of the time that the worst loses, 0 to 1. */
  readonly relative: number;
}

/** What it costs is of the timeline's colours. */
const hues: Readonly<Record<FindingClass, HueClass>> = {
  parallelism: 'wait',
  input: 'python',
  host: 'host',
  compute: 'compute',
  communication: 'communication',
  memory: 'memory',
};

/** What it is, of which kind, where, and what it costs; opened, all that is known of it. */
export function FindingRow({ finding, report, isOpen, isTabStop, relative }: FindingRowProps) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const { findings } = useFindings();
  const colours = useChartColours();
  const { id, rule, title, rank, place, lostNsPerStep, shareOfStep } = finding;
  const { ranks, labels = ranks, label = `Rank ${rank}` } = place;
  return (
    <li className="finding" style={{ '--finding-hue': colours.fill(hues[finding.class], 0) } as CSSProperties}>
      <button
        type="button"
        className="finding-head"
        data-finding={id}
        aria-expanded={isOpen}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => findings.store.setState({ current: id })}
        onClick={() => findings.toggle(id)}
      >
        <span className="findings-chevron" data-open={isOpen} aria-hidden>
          ›
        </span>
        <span className="finding-text">
          <span className="finding-title">{text(title)}</span>
          <span className="finding-tags">
            <span className="finding-class">{t(`findings.class.${finding.class}`)}</span>
            {rank !== undefined && (
              <span className="badge">{labels.length > 1 ? t('findings.worst', { rank: label }) : label}</span>
            )}
            <span className="findings-muted" title={t(`findings.rule.${rule}`)}>
              {rule}
            </span>
          </span>
        </span>
        <span className="finding-cost">
          {lostNsPerStep > 0 ? (
            <>
              <span className="number" title={t('findings.lostHint', { exact: formatExactDuration(lostNsPerStep) })}>
                <strong>{withUnbroken(timeText(lostNsPerStep))}</strong>
                {!Number.isNaN(report.stepNs) && (
                  <span className="findings-muted"> {withUnbroken(shareText(shareOfStep))}</span>
                )}
              </span>
              <span className="findings-gauge" aria-hidden>
                <span style={{ width: `${relative * 100}%` }} />
              </span>
            </>
          ) : (
            <span className="findings-muted" title={t('findings.noTimeHint')}>
              {t('findings.noTime')}
            </span>
          )}
        </span>
      </button>
      {isOpen && <FindingDetails finding={finding} report={report} />}
    </li>
  );
}
