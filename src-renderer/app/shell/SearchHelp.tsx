import { CircleQuestionMark } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { PopoverPanel } from '../../ui/PopoverPanel';

/** What can be typed, each with what it finds. */
const examples = [
  ['matmul', 'text'],
  ['"dur>1ms"', 'quoted'],
  ['name="aten::mm"', 'name'],
  ['dur>1ms  dur<=20us  dur:1ms..2ms', 'duration'],
  ['cat:kernel  cat=cpu_op', 'category'],
  ['lane:"Stream 2"', 'lane'],
  ['rank:0  rank:0,4..7', 'rank'],
] as const;

export function SearchHelp() {
  const { t } = useTranslation();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="icon-button search-toggle"
          aria-label={t('find.help.title')}
          title={t('find.help.title')}
        >
          <CircleQuestionMark size={14} aria-hidden />
        </button>
      </Popover.Trigger>
      <PopoverPanel label={t('find.help.title')} className="search-help" align="end">
        <h2>{t('find.help.title')}</h2>
        <dl>
          {examples.map(([example, what]) => (
            <div key={what}>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{t(`find.help.${what}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('find.help.together')}</p>
      </PopoverPanel>
    </Popover.Root>
  );
}
