import { ArrowLeft, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../base/format';
import { useSession, useSessionState } from '../session/answers/useSession';
import { PATH_EVIDENCE } from '../session/findings/findings';
import { useFindings, useSentenceText } from '../session/findings/useFindings';
import { useShell } from '../session/shell';
import { Button, IconButton } from '../ui/Button';

/** Above the lanes while evidence is marked: of what, the way back to it, and how to take the marks away. */
export function EvidenceBar() {
  const { t } = useTranslation();
  const text = useSentenceText();
  const session = useSession();
  const shell = useShell();
  const { actions } = session;
  const isMarked = useSessionState(({ marks, pinned }) => marks.length + pinned.length > 0);
  const { findings, report, evidenced, pathShown } = useFindings();
  const finding = report?.findings.find(({ id }) => id === evidenced);
  const path = evidenced === PATH_EVIDENCE ? pathShown : undefined;
  if (!isMarked || !(finding || path)) return null;
  const title = finding
    ? text(finding.title)
    : t(path?.step === undefined ? 'timeline.finding.wholePath' : 'timeline.finding.path', {
        ...path,
        share: formatShare(path?.markedShare ?? 0),
      });
  const clear = () => {
    actions.pinLanes([]);
    actions.mark([]);
    findings.store.setState({ evidenced: undefined });
    if (path) session.engine.removePaths(session.dumpId).catch(shell.reportError);
  };
  return (
    <section className="evidence-bar" aria-label={t('timeline.finding.of')}>
      <Button
        variant="quiet"
        icon={ArrowLeft}
        onClick={() => {
          if (finding) findings.show(finding.id);
          actions.leadTo('findings');
        }}
      >
        {t(finding ? 'timeline.finding.back' : 'timeline.finding.backToAll')}
      </Button>
      <span className="evidence-text" title={title}>
        {title}
      </span>
      <IconButton icon={X} label={t(path ? 'timeline.finding.clearPath' : 'timeline.finding.clear')} onClick={clear} />
    </section>
  );
}
