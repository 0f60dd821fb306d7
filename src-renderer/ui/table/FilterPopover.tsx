import { Popover } from 'radix-ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnFilter, ColumnValues, TableColumn } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import { Button } from '../Button';
import { Checkbox } from '../Checkbox';
import { RangeField } from '../controls/RangeField';
import { MiddleCut } from '../MiddleCut';
import { PopoverPanel } from '../PopoverPanel';
import type { DataTableProps } from './dataTableProps';
import type { DataTableModel } from './useDataTable';

/** Values listed at once; more are found by typing. */
const MAX_LISTED = 200;

interface FilterPopoverProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
  readonly column: string;
  readonly anchor: Element;
  readonly onClose: () => void;
}

/** The filter of one column: a range of numbers, or a text to look for and the values there are. */
export function FilterPopover({ table, model, column: key, anchor, onClose }: FilterPopoverProps) {
  const { t } = useTranslation();
  const reference = useMemo(() => ({ current: anchor }), [anchor]);
  const column = model.columns.find((other) => other.key === key);
  if (column === undefined) return null;
  const filter = model.userFilters.find((other) => other.column === key);
  const title = t('ui.table.filterColumn', { column: model.wordsOf(column).title });
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={reference} />
      <PopoverPanel
        className="filter-popover"
        align="start"
        label={title}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          const target = anchor.closest<HTMLElement>('[role="grid"]') ?? anchor;
          if (target instanceof HTMLElement) target.focus();
        }}
      >
        <h3 className="section-title">{title}</h3>
        {column.kind === 'number' ? (
          <RangeField
            label={title}
            unit={column.unit}
            value={filter?.kind === 'range' ? filter : {}}
            onCommit={(range) => model.filter({ kind: 'range', column: key, ...range })}
          />
        ) : (
          <TextFilter table={table} model={model} column={column} filter={filter} />
        )}
        {filter && (
          <div className="picker-footer">
            <Button variant="quiet" onClick={() => model.clearFilter(key)}>
              {t('ui.table.clearThis')}
            </Button>
          </div>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}

interface TextFilterProps {
  readonly table: DataTableProps;
  readonly model: DataTableModel;
  readonly column: TableColumn;
  readonly filter: ColumnFilter | undefined;
}

function TextFilter({ table, model, column, filter }: TextFilterProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(filter?.kind === 'contains' ? filter.text : '');
  const values = useColumnValues(table, model, column.key);
  const chosen = filter?.kind === 'oneOf' ? filter.values : [];
  const wanted = text.trim().toLowerCase();
  const found = (values?.values ?? []).filter((value) => value.text.toLowerCase().includes(wanted));
  const toggle = (value: string) =>
    model.filter({
      kind: 'oneOf',
      column: column.key,
      values: chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
    });
  return (
    <>
      <form
        className="filter-contains"
        onSubmit={(event) => {
          event.preventDefault();
          model.filter({ kind: 'contains', column: column.key, text: text.trim() });
        }}
      >
        <input
          type="text"
          className="text-field"
          aria-label={t('ui.table.contains')}
          placeholder={t('ui.table.contains')}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="quiet">
          {t('ui.table.apply')}
        </Button>
      </form>
      <ul className="value-list" aria-busy={values === undefined}>
        {found.slice(0, MAX_LISTED).map((value) => (
          <li key={value.text} title={value.text}>
            <Checkbox isChecked={chosen.includes(value.text)} onChange={() => toggle(value.text)}>
              <span className="value-text">
                <MiddleCut text={value.text === '' ? t('ui.table.noValue') : value.text} />
              </span>
              <span className="value-count number">{formatCount(value.count)}</span>
            </Checkbox>
          </li>
        ))}
        {values !== undefined && found.length === 0 && <li className="picker-none">{t('ui.picker.none')}</li>}
      </ul>
      {values !== undefined && values.distinctCount > Math.min(found.length, MAX_LISTED) && (
        <p className="field-hint">
          {t('ui.table.valuesShown', {
            n: formatCount(Math.min(found.length, MAX_LISTED)),
            total: formatCount(values.distinctCount),
          })}
        </p>
      )}
    </>
  );
}

const noValues: ColumnValues = { values: [], distinctCount: 0 };

/** What the column holds where all other filters hold: what choosing could add. */
function useColumnValues(table: DataTableProps, model: DataTableModel, column: string): ColumnValues | undefined {
  const filters = model.filters.filter((filter) => filter.column !== column);
  const { source } = table;
  const answer = useLatestAnswer(`${column} ${JSON.stringify(filters)}`, () =>
    source.loadValues({ sort: [], filters, firstRow: 0, rowCount: 0, columns: [column] }, column),
  );
  // The table itself says what is wrong; here one can still type.
  return answer.error === undefined ? answer.value : noValues;
}
