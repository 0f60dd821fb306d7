import { FileQuestion, Timer } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { Notice, RankIndex } from '../../../src-contract';
import { RecordingText } from '../../session/answers/RecordingText';
import { useSessionState } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { rangesText } from '../../ui/controls/pickerItems';
import { NoticeLine } from '../../ui/notices/NoticeLine';
import { PopoverPanel } from '../../ui/PopoverPanel';

interface MissingFilesProps {
  readonly notices: readonly Notice[];
}

/** Which files of which ranks are not there, and what is wrong with those that are. Nothing where all is well. */
export function MissingFiles({ notices }: MissingFilesProps) {
  const { t } = useTranslation();
  const shell = useShell();
  const missing = useSessionState(({ views }) => views?.missing);
  const ranks = useSessionState(({ dump }) => dump.ranks);
  const lines = missing ?? [];
  if (lines.length === 0 && notices.length === 0) return null;
  const namesOf = (indexes: readonly RankIndex[]) => {
    if (indexes.length === ranks.length) return t('summary.missing.all');
    const numbers = indexes.map((index) => ranks[index]?.rank);
    return numbers.every((number) => number !== undefined)
      ? rangesText(numbers)
      : indexes.map((index) => ranks[index]?.label).join(', ');
  };
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="picker-button summary-missing">
          <FileQuestion size={14} aria-hidden />
          {[
            ...(lines.length > 0 ? [t('summary.missing.button', { count: lines.length })] : []),
            ...(notices.length > 0 ? [t('summary.missing.notices', { count: notices.length })] : []),
          ].join(' · ')}
        </button>
      </Popover.Trigger>
      <PopoverPanel className="summary-missing-list" align="end" label={t('summary.missing.title')}>
        {lines.length > 0 && <h3>{t('summary.missing.title')}</h3>}
        <ul>
          {lines.map(({ table, ranks: lacking, recording }) => (
            <li key={table}>
              <span>
                {t(`summary.column.file-${table}.title`)} {recording && <RecordingText recording={recording} />}
              </span>
              <span className="summary-muted">{t('summary.missing.ranks', { ranks: namesOf(lacking) })}</span>
            </li>
          ))}
        </ul>
        {lines.some(({ recording }) => recording) && (
          <Popover.Close asChild>
            <Button icon={Timer} onClick={() => shell.showRecipe()}>
              {t('recipe.how')}
            </Button>
          </Popover.Close>
        )}
        {notices.map((notice) => (
          <NoticeLine key={`${notice.code} ${notice.path} ${notice.byteOffset}`} notice={notice} />
        ))}
      </PopoverPanel>
    </Popover.Root>
  );
}
