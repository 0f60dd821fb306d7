import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Offer, offersFor, wordAt } from './completion';
import type { Schema } from './schema';

interface SqlEditorProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly sql: string;
  readonly schema: Schema;
  readonly onChange: (sql: string) => void;
  readonly onRun: () => void;
}

/** A query, with names to choose from as they are written. Ctrl+Enter runs it; Escape closes the list. */
export function SqlEditor({ field, sql, schema, onChange, onRun }: SqlEditorProps) {
  const { t } = useTranslation();
  const id = useId();
  const [caret, setCaret] = useState<number | undefined>(undefined);
  const [chosen, setChosen] = useState(0);
  const { tables, columns, want } = schema;
  const names = tables.map(({ name }) => name);
  useEffect(() => {
    for (const { name } of tables) if (new RegExp(`\\b${name}\\b`, 'i').test(sql)) want(name);
  }, [tables, sql, want]);
  const columnNames = new Map([...columns].map(([table, own]) => [table, own.map(({ name }) => name)]));
  const offers = caret === undefined ? [] : offersFor(sql, caret, { tables: names, columns: columnNames });
  const at = Math.min(chosen, offers.length - 1);

  const take = ({ text }: Offer) => {
    if (caret === undefined || !field.current) return;
    const { from } = wordAt(sql, caret);
    // Where the user has begun a quoted name, its quote is taken with it.
    const begin = text.startsWith('"') && sql[from - 1] === '"' ? from - 1 : from;
    // As typing does, so that Ctrl+Z takes it back.
    field.current.setRangeText(text, begin, caret, 'end');
    onChange(field.current.value);
    setCaret(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setCaret(undefined);
      onRun();
      return;
    }
    const offer = offers[at];
    if (!offer) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setChosen((at + (event.key === 'ArrowDown' ? 1 : offers.length - 1)) % offers.length);
    else if (event.key === 'Tab' || event.key === 'Enter') take(offer);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const before = sql.slice(0, caret ?? 0).split('\n');
  return (
    <div className="sql-editor">
      <textarea
        ref={field}
        className="text-field sql-text"
        aria-label={t('sql.query')}
        aria-controls={`${id}-offers`}
        aria-autocomplete="list"
        placeholder={t('sql.placeholder')}
        spellCheck={false}
        autoComplete="off"
        value={sql}
        onChange={(event) => {
          onChange(event.target.value);
          setCaret(event.target.selectionStart);
          setChosen(0);
        }}
        onClick={() => setCaret(undefined)}
        onBlur={() => setCaret(undefined)}
        onScroll={() => setCaret(undefined)}
        onKeyDown={onKeyDown}
      />
      {offers.length > 0 && (
        <ul
          id={`${id}-offers`}
          className="sql-offers"
          aria-label={t('sql.offers')}
          style={{
            insetInlineStart: `calc(${Math.min(before.at(-1)?.length ?? 0, 48)} * 1ch + var(--space-2))`,
            insetBlockStart: `calc(${before.length} * 1.5em + var(--space-2) - ${field.current?.scrollTop ?? 0}px)`,
          }}
        >
          {offers.map((offer, index) => (
            <li key={`${offer.kind} ${offer.text}`}>
              <button
                type="button"
                tabIndex={-1}
                className={`sql-offer ${index === at ? 'is-chosen' : ''}`}
                onMouseDown={(event) => {
                  event.preventDefault();
                  take(offer);
                }}
              >
                <span className="sql-name">{offer.text}</span>
                <span className="sql-detail">{offer.of ?? t(`sql.offer.${offer.kind}`)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
