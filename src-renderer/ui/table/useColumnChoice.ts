import { useCallback, useState } from 'react';
import type { ColumnChoice } from './columnLayout';

const noChoice: ColumnChoice = { widths: {} };

/** Chosen columns and widths of the tables with this key; kept in the browser's local storage. */
export function useColumnChoice(
  storageKey: string,
): readonly [choice: ColumnChoice, change: (change: Partial<ColumnChoice>) => void, reset: () => void] {
  const name = `tracelane.columns.${storageKey}`;
  const [choice, setChoice] = useState<ColumnChoice>(() => readChoice(name));
  const keep = useCallback(
    (next: ColumnChoice) => {
      setChoice(next);
      try {
        localStorage.setItem(name, JSON.stringify(next));
      } catch {
        // Full or forbidden: the choice holds until the window closes.
      }
    },
    [name],
  );
  const change = useCallback((part: Partial<ColumnChoice>) => keep({ ...choice, ...part }), [keep, choice]);
  const reset = useCallback(() => keep(noChoice), [keep]);
  return [choice, change, reset];
}

function readChoice(name: string): ColumnChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '{}');
    return isRecord(stored) ? parseChoice(stored) : noChoice;
  } catch {
    return noChoice;
  }
}

function parseChoice(stored: Readonly<Record<string, unknown>>): ColumnChoice {
  const { shown, widths } = stored;
  const isList = Array.isArray(shown) && shown.every((key) => typeof key === 'string');
  const widthEntries = isRecord(widths) ? Object.entries(widths) : [];
  return {
    ...(isList && { shown }),
    widths: Object.fromEntries(
      widthEntries.filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0),
    ),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
