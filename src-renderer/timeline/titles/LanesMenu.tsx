import { ChevronDown } from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupKind } from '../../../src-contract';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { LANE_GROUPINGS, LANE_HEIGHTS } from '../../session/lanes/laneArrangement';
import { kindsInOrder } from '../../session/lanes/laneOrder';
import { shownKind, usefulPresets } from '../../session/lanes/lanePresets';
import { ShellContext } from '../../session/shell';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../../ui/Menu';
import { ownLanesDialogOf } from '../ownLanes/OwnLanesDialog';

/** Which lanes are shown, in which arrangement. */
export function LanesMenu() {
  const { t } = useTranslation();
  const preset = useSessionState((state) => state.lanePreset);
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="timeline-preset" title={t('lanes.arrangement')}>
          <span>{t(`timeline.preset.${preset}`)}</span>
          <ChevronDown size={12} aria-hidden />
        </button>
      }
    >
      <LanesMenuItems />
    </Menu>
  );
}

function OwnPresetItems() {
  const { t } = useTranslation();
  const { actions } = useSession();
  const shell = useContext(ShellContext);
  if (!shell) return null;
  const { presets } = shell.lanePresets.getState();
  return (
    <>
      <MenuLabel>{t('lanes.own')}</MenuLabel>
      {presets.map((preset) => (
        <MenuItem key={preset.name} onSelect={() => void actions.applyPreset(preset).catch(shell.reportError)}>
          {preset.name}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => shell.showArrangements()}>{t('lanes.manage')}</MenuItem>
    </>
  );
}

/** Only while it is open: it asks of all lanes what kinds there are. */
function LanesMenuItems() {
  const { t } = useTranslation();
  const session = useSession();
  const { actions } = session;
  const preset = useSessionState((state) => state.lanePreset);
  const grouping = useSessionState((state) => state.laneGrouping);
  const heights = useSessionState((state) => state.laneHeights);
  const chosen = useSessionState((state) => state.laneFilter.kinds);
  const { dump } = session.store.getState();
  const presets = usefulPresets(dump);
  const there = new Set(dump.ranks.flatMap(({ groups }) => groups.map(shownKind)));
  const kinds = kindsInOrder.filter((kind) => there.has(kind));
  const choose = (kind: GroupKind, isChosen: boolean) => {
    const others = [...chosen].filter((other) => other !== kind);
    actions.filterLanes({ kinds: new Set(isChosen ? [...others, kind] : others) });
  };
  return (
    <>
      {presets.length > 0 && (
        <MenuChoice
          label={t('timeline.presets')}
          value={preset}
          options={presets.map((value) => ({ value, label: t(`timeline.preset.${value}`) }))}
          onChange={(value) => actions.showLanes(value)}
        />
      )}
      <MenuChoice
        label={t('lanes.grouping')}
        value={grouping}
        options={LANE_GROUPINGS.map((value) => ({ value, label: t(`lanes.groupings.${value}`) }))}
        onChange={(value) => actions.groupLanes(value)}
      />
      <MenuChoice
        label={t('lanes.heights')}
        value={heights}
        options={LANE_HEIGHTS.map((value) => ({ value, label: t(`lanes.heightsOf.${value}`) }))}
        onChange={(value) => actions.setLaneHeights(value)}
      />
      {kinds.length > 1 && <MenuLabel>{t('lanes.kinds')}</MenuLabel>}
      {kinds.length > 1 &&
        kinds.map((kind) => (
          <MenuCheck key={kind} isChecked={chosen.has(kind)} onChange={(isChosen) => choose(kind, isChosen)}>
            {t(`lanes.kind.${kind}`)}
          </MenuCheck>
        ))}
      <OwnPresetItems />
      <MenuItem onSelect={() => ownLanesDialogOf(session).setState({ isOpen: true })}>{t('ownLanes.manage')}</MenuItem>
      <MenuSeparator />
      {there.has('python') && (
        <MenuItem onSelect={() => actions.togglePython()}>{t('timeline.command.togglePython')}</MenuItem>
      )}
      <MenuItem onSelect={() => actions.foldAll(true)}>{t('lanes.foldAll')}</MenuItem>
      <MenuItem onSelect={() => actions.foldAll(false)}>{t('lanes.unfoldAll')}</MenuItem>
      <MenuItem onSelect={() => actions.resetLanes()}>{t('lanes.reset')}</MenuItem>
    </>
  );
}
