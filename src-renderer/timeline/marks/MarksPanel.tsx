import { Crosshair, Download, Flag, Trash2, Upload } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { MARK_COLOURS, type MarkColour } from '../../../src-contract';
import { type ColumnUnit, formatInColumn, unitOfValues } from '../../base/columnUnit';
import { useCommandRegistry } from '../../base/commands';
import { formatExactDuration, formatExactTime } from '../../base/format';
import { useTheme } from '../../base/theme/useTheme';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { marksFile, marksOfFile, sentence, withImported } from '../../session/marksFile';
import type { DumpSession } from '../../session/session';
import { useShell } from '../../session/shell';
import { useTimeScale } from '../../session/times';
import { withChange } from '../../session/userMarks';
import { Button, IconButton } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { saveFile } from '../../ui/saveFile';
import { takeFocus } from '../../ui/takeFocus';
import { VirtualList } from '../../ui/VirtualList';
import { type ShownMark, shownMarks } from './shownMarks';
import './marks.css';

const ROW_HEIGHT = 22;
/** Longer files are none of marks. */
const MOST_FILE_BYTES = 16 << 20;

/** Whether the name of the current mark is to be typed at once. */
export function markNaming(session: DumpSession): StoreApi<{ readonly isWanted: boolean }> {
  return session.viewState('markNaming', () =>
    createStore<{ readonly isWanted: boolean }>()(() => ({ isWanted: false })),
  );
}

/** All that the user has marked, by time: names, colours, distances, jumps, and the file of them. */
export function MarksPanel() {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const userMarks = useSessionState((state) => state.userMarks);
  const noteSlices = useSessionState((state) => state.noteSlices);
  const currentMark = useSessionState((state) => state.currentMark);
  const marks = useMemo(() => shownMarks({ userMarks, noteSlices, currentMark }), [userMarks, noteSlices, currentMark]);
  const currentIndex = marks.findIndex(({ isCurrent }) => isCurrent);
  const current = marks.at(currentIndex < 0 ? marks.length : currentIndex);
  const units = {
    duration: unitOfValues(
      'duration',
      marks.flatMap(({ startNs, endNs }) => (endNs > startNs ? endNs - startNs : [])),
    ),
    distance: unitOfValues(
      'duration',
      marks.flatMap(({ startNs, isCurrent }) => (current && !isCurrent ? startNs - current.startNs : [])),
    ),
  };
  const file = useMarksFile(session);
  const remove = (id: string) =>
    session.actions.setUserMarks(
      userMarks.filter((mark) => mark.id !== id),
      marks[currentIndex + 1]?.mark.id ?? marks[currentIndex - 1]?.mark.id,
    );
  if (marks.length === 0)
    return (
      <EmptyState size="panel" icon={Flag} title={t('marks.noneTitle')} text={t('marks.noneText')}>
        {file.input}
        <Button icon={Upload} onClick={file.choose}>
          {t('marks.import')}
        </Button>
      </EmptyState>
    );
  return (
    <div className="marks-panel">
      <div className="panel-toolbar">
        {current && <MarkFields key={current.mark.id} shown={current} />}
        {current && (
          <>
            <IconButton
              label={t('marks.show')}
              icon={Crosshair}
              onClick={() => session.actions.jumpToMark(current.mark.id)}
            />
            <IconButton label={t('marks.remove')} icon={Trash2} onClick={() => remove(current.mark.id)} />
          </>
        )}
        <span className="marks-file">
          {file.input}
          <Button variant="quiet" icon={Download} onClick={file.save}>
            {t('marks.export')}
          </Button>
          <Button variant="quiet" icon={Upload} onClick={file.choose}>
            {t('marks.import')}
          </Button>
        </span>
      </div>
      <div className="mark-row mark-head" aria-hidden>
        <span />
        {(['name', 'kind', 'start', 'duration', 'distance'] as const).map((column) => (
          <span key={column} className={`mark-${column}`}>
            {t(`marks.column.${column}`)}
          </span>
        ))}
      </div>
      <VirtualList
        label={t('marks.list')}
        items={marks}
        rowHeight={ROW_HEIGHT}
        keyOf={({ mark }) => mark.id}
        currentIndex={currentIndex}
        onCurrentChange={(index) => session.actions.showMark(marks[index]?.mark.id)}
        activatesOn="doubleClick"
        onActivate={({ mark }) => {
          session.actions.jumpToMark(mark.id);
          // The list stays where it is: the slice of a note has a panel of its own.
          shell.showPanel('marks');
        }}
        onKey={({ code }, shown) => {
          if (code !== 'Delete' || !shown) return false;
          remove(shown.mark.id);
          return true;
        }}
        renderRow={(shown) => <MarkRow shown={shown} current={current} units={units} isLost={isLost(shown)} />}
      />
    </div>
  );
}

function isLost({ kind, spot }: ShownMark): boolean {
  return kind === 'note' && spot === undefined;
}

interface MarkRowProps {
  readonly shown: ShownMark;
  readonly current: ShownMark | undefined;
  /** Of the whole list. */
  readonly units: { readonly duration: ColumnUnit | undefined; readonly distance: ColumnUnit | undefined };
  readonly isLost: boolean;
}

function MarkRow({ shown, current, units, isLost: isMissing }: MarkRowProps) {
  const { t } = useTranslation();
  const times = useTimeScale();
  const { mark, kind, startNs, endNs } = shown;
  const distanceNs = current && startNs - current.startNs;
  return (
    <div className={`mark-row ${isMissing ? 'is-lost' : ''}`} title={isMissing ? t('marks.sliceMissing') : undefined}>
      <MarkSwatch colour={mark.colour} />
      <span className="mark-name" title={mark.name}>
        {mark.name || <i>{t(`marks.kind.${kind}`)}</i>}
      </span>
      <span className="mark-kind">{t(`marks.kind.${kind}`)}</span>
      <span className="number mark-start" title={formatExactTime(startNs)}>
        {times.text(startNs)}
      </span>
      <span className="number mark-duration" title={formatExactDuration(endNs - startNs)}>
        {endNs > startNs && formatInColumn(endNs - startNs, 'duration', units.duration)}
      </span>
      <span
        className="number mark-distance"
        title={distanceNs === undefined ? undefined : `${t('marks.distanceTitle')}: ${formatExactDuration(distanceNs)}`}
      >
        {distanceNs !== undefined &&
          !shown.isCurrent &&
          `${distanceNs > 0 ? '+' : ''}${formatInColumn(distanceNs, 'duration', units.distance)}`}
      </span>
    </div>
  );
}

function MarkSwatch({ colour }: { readonly colour: MarkColour }) {
  const theme = useTheme();
  return <span className="swatch" aria-hidden style={{ backgroundColor: theme.timeline.markColours[colour].fill }} />;
}

/** Name and colour of the current mark. What is typed is meant with Enter, or when the field is left. */
function MarkFields({ shown: { mark, kind } }: { readonly shown: ShownMark }) {
  const { t } = useTranslation();
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(mark.name);
  useEffect(() => setName(mark.name), [mark.name]);
  const naming = markNaming(session);
  const isWanted = useStore(naming, (state) => state.isWanted);
  useEffect(() => {
    if (!isWanted) return;
    naming.setState({ isWanted: false });
    takeFocus(() => field.current);
  }, [isWanted, naming]);
  const change = (own: Partial<{ name: string; colour: MarkColour }>) =>
    session.actions.setUserMarks(withChange(session.store.getState().userMarks, mark.id, own));
  const commit = () => {
    if (name !== mark.name) change({ name });
  };
  return (
    <>
      <input
        ref={field}
        className="text-field mark-field"
        aria-label={t('marks.name')}
        placeholder={t(`marks.kind.${kind}`)}
        value={name}
        maxLength={2_000}
        onChange={(event) => setName(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.code === 'Enter') commit();
          else if (event.code === 'Escape') setName(mark.name);
          else return;
          event.stopPropagation();
          document.getElementById('timeline-area')?.focus();
        }}
      />
      <fieldset className="mark-colours">
        <legend className="visually-hidden">{t('marks.colour')}</legend>
        {MARK_COLOURS.map((colour) => (
          <label key={colour} title={t(`marks.colours.${colour}`)}>
            <input
              type="radio"
              name="mark-colour"
              aria-label={t(`marks.colours.${colour}`)}
              checked={colour === mark.colour}
              onChange={() => change({ colour })}
            />
            <MarkSwatch colour={colour} />
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** Exporting and importing; also by the commands. */
function useMarksFile(session: DumpSession) {
  const { t } = useTranslation();
  const shell = useShell();
  const commands = useCommandRegistry();
  const chooser = useRef<HTMLInputElement>(null);
  const [save, choose] = useMemo(
    () => [
      () => {
        const { userMarks, dump } = session.store.getState();
        saveFile(new Blob([marksFile(userMarks, dump)], { type: 'application/json' }), `${dump.title}-marks.json`);
      },
      () => chooser.current?.click(),
    ],
    [session],
  );
  const read = async (chosen: File) => {
    if (chosen.size > MOST_FILE_BYTES) return shell.say(sentence('marks-other-file'));
    const { userMarks, dump } = session.store.getState();
    const found = marksOfFile(await chosen.text(), dump);
    if ('code' in found) return shell.say(found);
    const marks = withImported(userMarks, found);
    if (!marks) return shell.say(sentence('marks-too-many', { most: '1,000' }));
    session.actions.setUserMarks(marks, found[0]?.id);
  };
  useEffect(() => {
    const common = { group: 'file', keys: [], keysHandledBy: 'shell' } as const;
    return commands.register(
      {
        ...common,
        id: 'marks.export',
        titleKey: 'marks.command.export',
        isEnabled: () => session.store.getState().userMarks.length > 0,
        run: save,
      },
      { ...common, id: 'marks.import', titleKey: 'marks.command.import', run: choose },
    );
  }, [commands, session, save, choose]);
  const input = (
    <input
      ref={chooser}
      type="file"
      accept=".json,application/json"
      hidden
      aria-label={t('marks.import')}
      onChange={(event) => {
        const [chosen] = event.target.files ?? [];
        event.target.value = '';
        if (chosen) read(chosen).catch(shell.reportError);
      }}
    />
  );
  return { input, save, choose };
}
