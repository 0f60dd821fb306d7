import { ChartNoAxesGantt } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandRegistry } from '../base/commands';
import { hasLanes, isBusy } from '../session/dumpSummary';
import type { DumpSession } from '../session/session';
import { useShell } from '../session/shell';
import { useSession } from '../session/useSession';
import { AfterMount } from '../ui/AfterMount';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { Timeline } from './Timeline';

interface TimelineViewProps {
  readonly session: DumpSession;
}

/** The timeline, or why there is none. */
export function TimelineView({ session }: TimelineViewProps) {
  const isMissing = useSession(session, ({ dump }) => !isBusy(dump) && !hasLanes(dump));
  if (isMissing) return <NoTimeline />;
  return (
    <AfterMount>
      <Timeline session={session} />
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
