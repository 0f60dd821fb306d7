import { Lock, LockOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SearchRegion } from '../../../../src-contract';
import { useSessionState } from '../../../session/answers/useSession';
import { selectedRegion } from '../../../session/search/search';
import { useSearch, useSearchState } from '../../../session/search/useSearch';
import { IconButton } from '../../../ui/Button';

/** Search, statistics and flows are limited to the selected region, as long as there is one. */
export function useRegionLock() {
  const model = useSearch();
  const isWanted = useSearchState((state) => state.isLocked);
  const range = useSessionState(({ selectedRange }) => selectedRange);
  const lanes = useSessionState(({ selectedLanes }) => selectedLanes);
  const region: SearchRegion | undefined = isWanted
    ? selectedRegion({ selectedRange: range, selectedLanes: lanes })
    : undefined;
  return { isLocked: region !== undefined, region, hasRegion: range !== undefined, lock: model.lock };
}

export function RegionLock() {
  const { t } = useTranslation();
  const { isLocked, hasRegion, lock } = useRegionLock();
  return (
    <IconButton
      label={t('command.lockRegion')}
      icon={isLocked ? Lock : LockOpen}
      isPressed={isLocked}
      disabled={!hasRegion}
      onClick={() => lock(!isLocked)}
    />
  );
}
