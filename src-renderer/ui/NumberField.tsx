import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

interface NumberFieldProps {
  readonly label: string;
  /** What it does, below the field. */
  readonly hint?: string;
  readonly unit: string;
  /** What holds now, as one would type it. */
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Shown instead of the hint while what is typed is out of place. */
  readonly invalidText: string;
  isValid(text: string): boolean;
  /**
   * What was typed is meant: Enter, a step, or leaving the field. Not at each digit, since "2" on the way to "20" may be
   * a value with consequences.
   */
  onCommit(text: string): void;
}

/** A number with its unit. ↑ and ↓ step. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, unit, value, isValid, onCommit } = props;
  const id = useId();
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setText(value), [value]);

  const commit = (typed: string) => {
    if (typed !== value && isValid(typed)) onCommit(typed);
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  // React's `change` is every keystroke; the browser's own comes with Enter, a step, or leaving the field. It also comes
  // when the field is taken away with the focus in it, which is how Esc takes back what was typed: hence no longer then.
  useLayoutEffect(() => {
    const input = field.current;
    const onChange = () => input && latest.current(input.value);
    input?.addEventListener('change', onChange);
    return () => input?.removeEventListener('change', onChange);
  }, []);

  const isWrong = !isValid(text);
  return (
    <div className="number-field">
      <label htmlFor={id}>{label}</label>
      <span className="number-field-input">
        <input
          ref={field}
          id={id}
          type="number"
          inputMode="decimal"
          className="text-field number"
          value={text}
          min={props.min}
          max={props.max}
          step={props.step}
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          // Scrolling the dialog must not turn the number under the pointer.
          onWheel={(event) => event.currentTarget.blur()}
        />
        <span>{unit}</span>
      </span>
      <p id={`${id}-hint`} className={isWrong ? 'field-error' : 'field-hint'} aria-live="polite">
        {isWrong ? props.invalidText : hint}
      </p>
    </div>
  );
}
