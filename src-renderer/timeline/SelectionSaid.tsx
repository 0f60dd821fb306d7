import { useTranslation } from 'react-i18next';
import { formatDuration, formatExactTime } from '../base/format';
import { useSessionState } from '../session/answers/useSession';

/** The selected slice for those who hear the window: the drawing says nothing by itself. */
export function SelectionSaid() {
  const { t } = useTranslation();
  const slice = useSessionState(({ selectedDetails }) => selectedDetails);
  return (
    <p className="visually-hidden" aria-live="polite">
      {slice &&
        t('timeline.selectedSlice', {
          name: slice.name,
          duration: formatDuration(slice.durationNs),
          start: formatExactTime(slice.startNs),
          lane: slice.laneName,
        })}
    </p>
  );
}
