import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usefulPresets } from '../session/lanePresets';
import { useSession, useSessionState } from '../session/useSession';
import { Menu, MenuChoice } from '../ui/Menu';

/** Which lanes are shown, by what they are of. Nothing where there is nothing to choose from. */
export function PresetMenu() {
  const { t } = useTranslation();
  const session = useSession();
  const current = useSessionState((state) => state.lanePreset);
  // As text, so that nothing is drawn again while a dump is read.
  const presets = useSessionState(({ dump }) => usefulPresets(dump).join());
  if (presets === '') return null;
  const label = (preset: string) => t(`timeline.preset.${preset}`);
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="timeline-preset" title={t('timeline.presets')}>
          <span>{label(current)}</span>
          <ChevronDown size={12} aria-hidden />
        </button>
      }
    >
      <MenuChoice
        label={t('timeline.presets')}
        value={current}
        options={usefulPresets(session.store.getState().dump).map((value) => ({ value, label: label(value) }))}
        onChange={(preset) => session.actions.showLanes(preset)}
      />
    </Menu>
  );
}
