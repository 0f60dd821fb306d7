import { ChartNoAxesGantt } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandRegistry } from '../base/commands';
import { useSessionState } from '../session/answers/useSession';
import { hasLanes, isBusy } from '../session/dumpSummary';
import { useShell } from '../session/shell';
import { AfterMount } from '../ui/AfterMount';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { EvidenceBar } from './EvidenceBar';
import { Timeline } from './Timeline';
import { LanesBar } from './titles/LanesBar';

/** The timeline, or why there is none. */
export function TimelineView() {
  const isMissing = useSessionState(({ dump }) => !isBusy(dump) && !hasLanes(dump));
  if (isMissing) return <NoTimeline />;
  return (
    <AfterMount>
      <div className="timeline-view">
        <EvidenceBar />
        <LanesBar />
        <Timeline />
      </div>
    </AfterMount>
  );
}

function NoTimeline() {
  const { t } = useTranslation();
  const shell = useShell();
  const commands = useCommandRegistry();
  // The panel would speak of slices to click.
  useEffect(() => shell.showPanel('notices'), [shell]);
  return (
    <EmptyState icon={ChartNoAxesGantt} tone="warning" title={t('noTimeline.title')} text={t('noTimeline.text')}>
      <div className="button-row">
        <Button onClick={() => commands.run('panel.notices')}>{t('noTimeline.messages')}</Button>
        <Button onClick={() => void shell.pick('folder')}>{t('failed.another')}</Button>
      </div>
    </EmptyState>
  );
}
