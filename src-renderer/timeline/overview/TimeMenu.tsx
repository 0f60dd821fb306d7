import { Clock3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TIME_MODES } from '../../base/timeScale';
import { useSession } from '../../session/answers/useSession';
import { timesOf } from '../../session/times';
import { Menu, MenuChoice } from '../../ui/Menu';

/** How instants are written. */
export function TimeMenu() {
  const { t } = useTranslation();
  const times = timesOf(useSession());
  const mode = useStore(times.store, (state) => state.mode);
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="timeline-preset" title={t('time.title')}>
          <Clock3 size={12} aria-hidden />
          <span>{t(`time.short.${mode}`)}</span>
        </button>
      }
    >
      <MenuChoice
        label={t('time.title')}
        value={mode}
        options={TIME_MODES.map((value) => ({ value, label: t(`time.mode.${value}`) }))}
        onChange={times.choose}
      />
    </Menu>
  );
}
