import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { hasFoldedLanes } from '../../session/dumpSummary';
import { ShellContext } from '../../session/shell';

/** Typing goes on for so long. */
const PAUSE_MS = 150;

interface LaneFilterFieldProps {
  readonly field: React.RefObject<HTMLInputElement | null>;
  /** What the topmost lane is of, while nothing is typed. */
  readonly place: string;
  /** The keys go to the lanes. */
  readonly onLeave: () => void;
}

/** Which lanes are shown, by their names: as one types; where there are too many lanes to show, on Enter among all of them. */
export function LaneFilterField({ field, place, onLeave }: LaneFilterFieldProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useContext(ShellContext);
  const filtered = useSessionState(({ laneFilter }) => laneFilter.text);
  const isTooMany = useSessionState(({ dump }) => dump.ranks.some(hasFoldedLanes));
  const [text, setText] = useState(filtered);
  const [isBusy, setIsBusy] = useState(false);
  const timer = useRef<number>(undefined);

  // Undone, or taken away from beside.
  useEffect(() => setText(filtered), [filtered]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const apply = (value: string) => {
    window.clearTimeout(timer.current);
    if (value.trim() !== session.store.getState().laneFilter.text) session.actions.filterLanes({ text: value.trim() });
  };
  const type = (value: string) => {
    setText(value);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => apply(value), PAUSE_MS);
  };
  /** Of ranks with too many lanes to show, those that it names are read. */
  const applyToAll = (value: string) => {
    apply(value);
    if (!isTooMany) return;
    setIsBusy(true);
    session.engine
      .filterLanes(session.dumpId, value.trim())
      .catch((error: unknown) => shell?.reportError(error))
      .finally(() => setIsBusy(false));
  };
  const clear = () => {
    setText('');
    applyToAll('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') applyToAll(text);
    else if (event.key === 'Escape') {
      clear();
      onLeave();
      event.preventDefault();
    }
  };

  return (
    <div className="lane-filter" aria-busy={isBusy}>
      <Search size={12} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={t(isTooMany ? 'lanes.filterEnter' : 'lanes.filter')}
        placeholder={place || t(isTooMany ? 'lanes.filterEnter' : 'lanes.filter')}
        title={t(isTooMany ? 'lanes.filterEnterHint' : 'lanes.filterHint')}
        value={text}
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <button type="button" aria-label={t('lanes.clearFilter')} title={t('lanes.clearFilter')} onClick={clear}>
          <X size={12} aria-hidden />
        </button>
      )}
    </div>
  );
}
