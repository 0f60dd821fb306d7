import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quotedName } from './completion';
import type { Schema } from './schema';

interface SchemaListProps {
  readonly schema: Schema;
  /** A name goes into the query. */
  readonly onName: (name: string) => void;
}

/** Tables, and the columns of those that are open. */
export function SchemaList({ schema: { tables, columns, want }, onName }: SchemaListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) => {
    want(name);
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  };
  return (
    <ul className="sql-schema" aria-label={t('sql.schema')}>
      {tables.map(({ name }) => {
        const isOpen = open.has(name);
        const Icon = isOpen ? ChevronDown : ChevronRight;
        return (
          <li key={name}>
            <button type="button" className="sql-table" aria-expanded={isOpen} onClick={() => toggle(name)}>
              <Icon size={14} aria-hidden />
              <span className="sql-name">{name}</span>
              <span className="sql-detail">{t(`sql.of.${name}`)}</span>
            </button>
            {isOpen && (
              <ul className="sql-columns">
                {columns.get(name)?.map((own) => (
                  <li key={own.name}>
                    <button type="button" className="sql-column" onClick={() => onName(quotedName(own.name))}>
                      <span className="sql-name">{own.name}</span>
                      <span className="sql-detail">{t(`sql.kind.${own.kind}`)}</span>
                    </button>
                  </li>
                )) ?? <li className="sql-detail">{t('ui.table.loading')}</li>}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
