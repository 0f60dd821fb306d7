import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Unit } from '../../../src-contract';
import { formatUnit, parseQuantity } from '../../base/formatUnit';

export interface ValueRange {
  /** Canonical unit; absent: no limit. */
  readonly min?: number;
  readonly max?: number;
}

interface RangeFieldProps {
  readonly label: string;
  readonly unit: Unit;
  readonly value: ValueRange;
  /** Enter, or leaving the field. */
  readonly onCommit: (value: ValueRange) => void;
  /** Focus goes to the first field when it appears. */
  readonly isFocused?: boolean;
}

/** From … to, typed with units: "1.5ms", "20us", "3MB". */
export function RangeField({ label, unit, value, onCommit, isFocused = false }: RangeFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [min, setMin] = useState(() => typedText(value.min, unit));
  const [max, setMax] = useState(() => typedText(value.max, unit));
  useEffect(() => setMin(typedText(value.min, unit)), [value.min, unit]);
  useEffect(() => setMax(typedText(value.max, unit)), [value.max, unit]);
  const isWrong = (text: string) => text.trim() !== '' && parseQuantity(text, unit) === undefined;
  const commit = () => {
    if (isWrong(min) || isWrong(max)) return;
    const [from, to] = [quantity(min, value.min, unit), quantity(max, value.max, unit)];
    if (from === value.min && to === value.max) return;
    onCommit({ ...(from !== undefined && { min: from }), ...(to !== undefined && { max: to }) });
  };
  const field = (text: string, setText: (text: string) => void, name: string, isFirst: boolean) => (
    <input
      type="text"
      className="text-field number range-input"
      aria-label={`${label}: ${name}`}
      aria-invalid={isWrong(text)}
      aria-describedby={`${id}-hint`}
      placeholder={name}
      value={text}
      spellCheck={false}
      {...(isFirst && isFocused && { 'data-first-focus': true })}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
  return (
    <fieldset className="range-field" aria-label={label}>
      {field(min, setMin, t('ui.range.from'), true)}
      <span aria-hidden>–</span>
      {field(max, setMax, t('ui.range.to'), false)}
      <p id={`${id}-hint`} className={isWrong(min) || isWrong(max) ? 'field-error' : 'field-hint'} aria-live="polite">
        {isWrong(min) || isWrong(max) ? t('ui.range.wrong') : t(hintKey(unit))}
      </p>
    </fieldset>
  );
}

function hintKey(unit: Unit): string {
  if (unit === 'time' || unit === 'duration') return 'ui.range.hintTime';
  return unit === 'bytes' ? 'ui.range.hintBytes' : 'ui.range.hintNumber';
}

/** A limit as one would type it. */
function typedText(value: number | undefined, unit: Unit): string {
  if (value === undefined) return '';
  const shown = formatUnit(value, unit).replace(/[\u202f,]/g, '');
  // The short form where it says the same, else every digit.
  return parseQuantity(shown, unit) === value ? shown : exactText(value, unit);
}

function exactText(value: number, unit: Unit): string {
  return unit === 'time' || unit === 'duration' ? `${value}ns` : String(value);
}

/** What stands in the field; the value itself where the text is only its short form. */
function quantity(text: string, value: number | undefined, unit: Unit): number | undefined {
  if (text.trim() === '') return undefined;
  return text === typedText(value, unit) ? value : parseQuantity(text, unit);
}
