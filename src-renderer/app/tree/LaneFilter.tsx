import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RankState } from '../../../src-contract';
import { useSession } from '../../session/useSession';
import { useAppServices } from '../appServices';

/** True of a rank that has more lanes than are shown one by one. */
export function hasFoldedLanes({ notices }: Pick<RankState, 'notices'>): boolean {
  return notices.some(({ code }) => code.endsWith('-folded'));
}

/** Which lanes are shown one by one, where there are too many. On Enter, since the files are read again. */
export function LaneFilter() {
  const { t } = useTranslation();
  const session = useSession();
  const { controller } = useAppServices();
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const apply = (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    session.engine
      .filterLanes(session.dumpId, text.trim())
      .catch(controller.reportError)
      .finally(() => setIsBusy(false));
  };

  return (
    <form className="lane-filter" onSubmit={apply} aria-busy={isBusy}>
      <input
        type="search"
        className="text-field"
        aria-label={t('tree.filterLanes')}
        placeholder={t('tree.filterLanes')}
        title={t('tree.filterLanesHint')}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
