import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/Checkbox';
import { useLive, useLiveState } from './live';

/** Whether alarms, stalls and reports are told on the desktop; the browser asks the user. Nothing where it cannot. */
export function NoticeSwitch() {
  const { t } = useTranslation();
  const live = useLive();
  const isOn = useLiveState((state) => state.hasNotices);
  const [isRefused, setIsRefused] = useState(false);
  if (typeof Notification === 'undefined') return null;
  const change = async (isWanted: boolean) => {
    const isAllowed = isWanted && (await Notification.requestPermission()) === 'granted';
    setIsRefused(isWanted && !isAllowed);
    live.setNotices(isAllowed);
  };
  return (
    <span title={t(isRefused ? 'live.notices.refused' : 'live.notices.hint')}>
      <Checkbox isChecked={isOn} onChange={(isWanted) => void change(isWanted)}>
        {t(isRefused ? 'live.notices.refusedShort' : 'live.notices.label')}
      </Checkbox>
    </span>
  );
}
