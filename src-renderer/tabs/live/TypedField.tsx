import { type HTMLAttributes, useEffect, useState } from 'react';

interface TypedFieldProps<T extends number | string> {
  readonly label: string;
  readonly meaning: string;
  /** What is in force, as one types it. */
  readonly shown: string;
  /** Undefined: it makes no sense. */
  readonly read: (text: string) => T | undefined;
  readonly placeholder?: string;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly onChange: (value: T) => void;
}

/** A value that is changed in place, with Enter or by leaving it; what makes no sense is not taken, and Escape takes it back. */
export function TypedField<T extends number | string>({
  label,
  meaning,
  shown,
  read,
  placeholder,
  inputMode,
  onChange,
}: TypedFieldProps<T>) {
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const typed = read(text);
  const commit = () => {
    if (typed === undefined) setText(shown);
    else if (typed !== read(shown)) onChange(typed);
  };
  return (
    <label title={meaning}>
      <span className="live-limit-name">{label}</span>
      <input
        className="text-field number"
        spellCheck={false}
        inputMode={inputMode}
        placeholder={placeholder}
        aria-description={meaning}
        aria-invalid={typed === undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setText(shown);
        }}
      />
    </label>
  );
}
