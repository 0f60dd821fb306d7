import { BellOff, ChartNoAxesGantt, ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding, FindingsReport } from '../../../src-contract';
import { shareText, timeText } from '../../../src-contract/findings/sentence';
import { withUnbroken } from '../../../src-report/unbroken';
import { formatExactDuration } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { viewOf } from '../../session/findings/findingsModel';
import { useSentenceLanguage, useSentenceText } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { BucketTable } from './BucketTable';
import { EvidenceList } from './EvidenceList';
import { findingMarkdown } from './findingText';
import { GapList } from './GapList';
import { LimitField } from './LimitField';
import { keyOf } from './limitText';
import { MuteForm } from './MuteForm';
import { Prediction, usePrediction } from './Prediction';
import { showEvidence } from './showEvidence';
import { WithCode } from './WithCode';

interface FindingDetailsProps {
  readonly finding: Finding;
  readonly report: FindingsReport;
}

/** Why, what to do, what that gains, how sure that is, and where to see it. */
export function FindingDetails({ finding, report }: FindingDetailsProps) {
  const { t } = useTranslation();
  const text = useSentenceText();
  const { cause, advice, effects, gain, confidence, rule, evidence, fusion, gaps = [] } = finding;
  const prediction = usePrediction(finding, report);
  const checked = report.checked.find((own) => own.rule === rule);
  const limits = report.thresholds.filter(({ id }) => checked?.thresholds.includes(id));
  return (
    <div className="finding-details">
      <dl>
        <Fact name={t('findings.details.cause')}>
          <p>{text(cause)}</p>
        </Fact>
        {effects.length > 0 && (
          <Fact name={t('findings.details.effects')} hint={t('findings.details.effectsHint')}>
            {effects.map((own) => (
              <p key={text(own)}>{text(own)}</p>
            ))}
          </Fact>
        )}
        {advice.length > 0 && (
          <Fact name={t('findings.details.advice')}>
            <ul className="finding-advice">
              {advice.map((own) => (
                <li key={own.id}>
                  <WithCode text={text(own)} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {/* What proves it is seen without scrolling: what it is worth, and when it is reported, come behind. */}
        {evidence.length > 0 && (
          <Fact name={t('findings.details.evidence')}>
            <EvidenceList finding={finding} />
          </Fact>
        )}
        <Fact name={t('findings.details.gain')} hint={t('findings.details.gainHint')}>
          <p>
            {gain.nsPerStep > 0 && (
              <span className="number" title={formatExactDuration(gain.nsPerStep)}>
                {t('findings.details.gainValue', {
                  time: withUnbroken(timeText(gain.nsPerStep)),
                  share: withUnbroken(shareText(Math.min(1, gain.nsPerStep / report.stepNs))),
                })}
              </span>
            )}
            <span className="findings-muted">
              {gain.nsPerStep > 0 && ' = '}
              {text(gain.formula)}
            </span>
          </p>
        </Fact>
        {gaps.length > 0 && (
          <Fact name={t('findings.gaps.title')} hint={t('findings.gaps.hint')}>
            <GapList finding={finding} gaps={gaps} />
          </Fact>
        )}
        {fusion && (
          <Fact name={t('findings.buckets.title')} hint={t('findings.buckets.hint')}>
            <BucketTable plan={fusion} />
          </Fact>
        )}
        {prediction && (
          <Fact name={t('findings.details.predicted')} hint={t('findings.details.predictedHint')}>
            <Prediction own={prediction} />
          </Fact>
        )}
        <Fact name={t('findings.details.confidence')}>
          <p title={t(`findings.confidenceHint.${confidence}`)}>
            {t(`findings.confidence.${confidence}`)}
            {checked && (
              <span className="findings-muted">
                {' · '}
                {t('findings.details.sources', { sources: checked.sources.join(t('findings.details.comma')) })}
              </span>
            )}
          </p>
        </Fact>
        {limits.length > 0 && (
          <Fact name={t('findings.details.limits')} hint={t('findings.limit.hint')}>
            <ul className="findings-limits">
              {limits.map((own) => (
                <li key={own.id}>
                  <span>{t(`findings.threshold.${keyOf(own.id)}`)}</span>
                  <LimitField threshold={own} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <Actions finding={finding} />
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Fact({ name, hint, children }: FactProps) {
  return (
    <div className="finding-fact">
      <dt className={hint ? 'has-definition' : undefined} title={hint}>
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Actions({ finding }: { readonly finding: Finding }) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const language = useSentenceLanguage();
  const [isMuting, setMuting] = useState(false);
  const view = viewOf(finding);
  const hasView = useSessionState(({ views }) => views?.[view as 'operator'] === true);
  const index = useSessionState(({ dump }) => dump.ranks.find(({ rank }) => rank === finding.rank)?.index);
  if (isMuting) return <MuteForm finding={finding} onDone={() => setMuting(false)} />;
  return (
    <div className="finding-actions">
      {finding.evidence.length > 0 && (
        <Button
          variant="primary"
          icon={ChartNoAxesGantt}
          onClick={() => showEvidence(session, shell, finding).catch(shell.reportError)}
        >
          {t('findings.showAll')}
        </Button>
      )}
      {hasView && (
        <Button
          icon={ExternalLink}
          onClick={() => {
            if (index !== undefined) session.actions.focusRanks([index]);
            shell.showTab(view);
          }}
        >
          {t(`findings.openView.${view}`)}
        </Button>
      )}
      <Button variant="quiet" icon={BellOff} onClick={() => setMuting(true)}>
        {t('findings.muted.mute')}
      </Button>
      <CopyButton text={() => findingMarkdown(finding, language)} label={t('findings.copyOne')} />
    </div>
  );
}
