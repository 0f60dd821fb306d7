import { CircleHelp, Timer } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { Unrecorded } from '../../../src-contract';
import type { RecipeQuestion } from '../../../src-report/recipe/choices';
import { RecordingText } from '../../session/answers/RecordingText';
import { useSessionState } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { Button } from '../../ui/Button';
import { PopoverPanel } from '../../ui/PopoverPanel';

const kinds: readonly Unrecorded['kind'][] = ['view', 'file', 'lanes'];

/** What the dump has not, although its profiler could have recorded it: tabs, files and lanes, each with the option. */
export function NotRecorded() {
  const { t } = useTranslation();
  const shell = useShell();
  const all = useSessionState(({ dump, views }) => (dump.status === 'ready' ? views?.unrecorded : undefined));
  if (!all || all.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="tab-note">
          <CircleHelp size={14} aria-hidden />
          {t('recording.button')}
        </button>
      </Popover.Trigger>
      <PopoverPanel className="not-recorded" align="end" label={t('recording.button')}>
        <p>{t('recording.text')}</p>
        {kinds.map((kind) => (
          <Kind key={kind} kind={kind} items={all.filter((own) => own.kind === kind)} />
        ))}
        <Popover.Close asChild>
          <Button className="not-recorded-how" icon={Timer} onClick={() => shell.showRecipe(questionOf(all))}>
            {t('recipe.how')}
          </Button>
        </Popover.Close>
      </PopoverPanel>
    </Popover.Root>
  );
}

/** Which profile has the first tab that is missing. */
function questionOf(all: readonly Unrecorded[]): RecipeQuestion | undefined {
  const view = all.find(({ kind }) => kind === 'view')?.what;
  switch (view) {
    case 'memory':
    case 'communication':
      return view;
    case 'operator':
      return 'kernel';
    default:
      return undefined;
  }
}

function Kind({ kind, items }: { readonly kind: Unrecorded['kind']; readonly items: readonly Unrecorded[] }) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  const nameOf = ({ what }: Unrecorded) =>
    kind === 'view'
      ? t(what === 'summary' ? 'tabs.summary' : `${what}.title`)
      : kind === 'file'
        ? t(`summary.column.file-${what}.title`)
        : what;
  return (
    <section aria-label={t(`recording.kind.${kind}`)}>
      <h3>{t(`recording.kind.${kind}`)}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.what}>
            <span>{nameOf(item)}</span>
            <RecordingText recording={item.recording} />
          </li>
        ))}
      </ul>
    </section>
  );
}
