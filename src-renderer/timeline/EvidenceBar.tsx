import { ArrowLeft, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFindings, useSentenceText } from '../session/findings/useFindings';
import { useSession, useSessionState } from '../session/useSession';
import { Button, IconButton } from '../ui/Button';

/** Above the lanes while evidence is marked: of what, the way back to it, and how to take the marks away. */
export function EvidenceBar() {
  const { t } = useTranslation();
  const text = useSentenceText();
  const { actions } = useSession();
  const isMarked = useSessionState(({ marks, pinned }) => marks.length + pinned.length > 0);
  const { findings, report, evidenced } = useFindings();
  const finding = report?.findings.find(({ id }) => id === evidenced);
  if (!isMarked || !finding) return null;
  const clear = () => {
    actions.pinLanes([]);
    actions.mark([]);
    findings.store.setState({ evidenced: undefined });
  };
  return (
    <section className="evidence-bar" aria-label={t('timeline.finding.of')}>
      <Button
        variant="quiet"
        icon={ArrowLeft}
        onClick={() => {
          findings.show(finding.id);
          actions.leadTo('findings');
        }}
      >
        {t('timeline.finding.back')}
      </Button>
      <span className="evidence-text" title={text(finding.title)}>
        {text(finding.title)}
      </span>
      <IconButton icon={X} label={t('timeline.finding.clear')} onClick={clear} />
    </section>
  );
}
