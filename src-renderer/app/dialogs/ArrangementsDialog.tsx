import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  LONGEST_NAME,
  type OwnPreset,
  presetOf,
  renamedPreset,
  withoutPreset,
  withPreset,
} from '../../session/ownPresets';
import { Button, IconButton } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';

/** Saves how the lanes are arranged under a name; renames and removes what has been saved. */
export function ArrangementsDialog() {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const screen = useApp((state) => state.screen);
  const { presets } = useStore(controller.lanePresets);
  const [name, setName] = useState('');
  if (screen.kind !== 'dump') return null;
  const { session } = screen;
  const close = () => controller.showDialog(undefined);
  const isTaken = presets.some((preset) => preset.name === name.trim());
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const preset = presetOf(name, session.store.getState());
    controller.lanePresets.setState((state) => withPreset(state, preset));
    setName('');
  };
  return (
    <Dialog title={t('lanes.dialog.title')} width={480} onClose={close}>
      <div className="arrangements">
        <p>{t('lanes.dialog.text')}</p>
        <form onSubmit={save}>
          <input
            className="text-field"
            data-first-focus
            aria-label={t('lanes.dialog.name')}
            placeholder={t('lanes.dialog.name')}
            maxLength={LONGEST_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button variant="primary" type="submit" disabled={name.trim() === ''}>
            {t(isTaken ? 'lanes.dialog.replace' : 'lanes.dialog.save')}
          </Button>
        </form>
        {presets.length > 0 && (
          <ul aria-label={t('lanes.dialog.saved')}>
            {presets.map((preset) => (
              <PresetLine
                key={preset.name}
                preset={preset}
                onApply={() => {
                  session.actions.applyPreset(preset).catch(controller.reportError);
                  close();
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function PresetLine({ preset, onApply }: { readonly preset: OwnPreset; readonly onApply: () => void }) {
  const { t } = useTranslation();
  const { lanePresets } = useAppServices().controller;
  const { name } = preset;
  const [text, setText] = useState(name);
  return (
    <li>
      <input
        className="text-field"
        aria-label={t('lanes.dialog.rename', { name })}
        maxLength={LONGEST_NAME}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={() => {
          if (text.trim() === '') setText(name);
          else lanePresets.setState((state) => renamedPreset(state, name, text));
        }}
      />
      <Button onClick={onApply}>{t('lanes.dialog.apply')}</Button>
      <IconButton
        icon={Trash2}
        label={t('lanes.dialog.remove', { name })}
        onClick={() => lanePresets.setState((state) => withoutPreset(state, name))}
      />
    </li>
  );
}
