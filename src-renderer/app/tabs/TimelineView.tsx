import { ChartNoAxesGantt } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Timeline } from '../../timeline/Timeline';
import { AfterMount } from '../../ui/AfterMount';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { useAppServices } from '../appServices';
import { hasLanes, isBusy } from '../dumpSummary';
import type { DumpSession } from '../session';
import { useSession } from '../useSession';

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
  const { controller, commands } = useAppServices();
  // The panel would speak of slices to click.
  useEffect(() => controller.showPanel('notices'), [controller]);
  return (
    <EmptyState icon={ChartNoAxesGantt} tone="warning" title={t('noTimeline.title')} text={t('noTimeline.text')}>
      <div className="button-row">
        <Button onClick={() => commands.run('panel.notices')}>{t('noTimeline.messages')}</Button>
        <Button onClick={() => void controller.pick('folder')}>{t('failed.another')}</Button>
      </div>
    </EmptyState>
  );
}
