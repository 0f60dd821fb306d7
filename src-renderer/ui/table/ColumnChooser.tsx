import { Columns3 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../base/format';
import { Button } from '../Button';
import { Checkbox } from '../Checkbox';
import { PopoverPanel } from '../PopoverPanel';
import type { DataTableModel } from './useDataTable';

/** Which columns are shown, with a field to look for one. */
export function ColumnChooser({ model }: { readonly model: DataTableModel }) {
  const { t } = useTranslation();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="icon-button" aria-label={t('ui.table.columns')} title={t('ui.table.columns')}>
          <Columns3 size={15} aria-hidden />
        </button>
      </Popover.Trigger>
      <PopoverPanel className="column-chooser" align="end" label={t('ui.table.columns')}>
        <ChooserList model={model} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function ChooserList({ model }: { readonly model: DataTableModel }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const shown = model.placed.map(({ column }) => column.key);
  const wanted = text.trim().toLowerCase();
  const found = model.columns.filter((column) =>
    `${model.wordsOf(column).title} ${column.label}`.toLowerCase().includes(wanted),
  );
  const toggle = (key: string) => {
    const next = shown.includes(key) ? shown.filter((other) => other !== key) : [...shown, key];
    // A column that comes back stands where the source has it, unless the user has moved others.
    const order = model.columns.map((column) => column.key);
    const isInOrder = shown.every((other, at) => at === 0 || order.indexOf(shown[at - 1]!) < order.indexOf(other));
    if (next.length > 0) {
      model.showColumns(isInOrder ? next.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) : next);
    }
  };
  return (
    <>
      <input
        type="text"
        className="text-field"
        aria-label={t('ui.table.findColumn')}
        placeholder={t('ui.table.findColumn')}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="column-list">
        {found.map((column) => {
          const { title, definition } = model.wordsOf(column);
          return (
            <li key={column.key} title={definition ?? column.label}>
              <Checkbox isChecked={shown.includes(column.key)} onChange={() => toggle(column.key)}>
                {title}
              </Checkbox>
            </li>
          );
        })}
        {found.length === 0 && <li className="picker-none">{t('ui.picker.none')}</li>}
      </ul>
      <div className="picker-footer">
        <Button variant="quiet" onClick={() => model.showColumns(model.columns.map(({ key }) => key))}>
          {t('ui.table.allColumns', { n: formatCount(model.columns.length) })}
        </Button>
        <Button variant="quiet" onClick={model.resetColumns}>
          {t('ui.table.resetColumns')}
        </Button>
      </div>
    </>
  );
}
