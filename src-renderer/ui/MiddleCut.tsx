import { useRef } from 'react';
import { useCutGap } from './CutGaps';

/** Names of so many letters are never cut. */
export const SHORT_NAME = 12;

interface MiddleCutProps {
  readonly text: string;
}

/** A name in one line; where there is no room for it, it is cut in the middle: what tells names apart is often last. */
export function MiddleCut({ text }: MiddleCutProps) {
  return [...text].length <= SHORT_NAME ? text : <CutName text={text} />;
}

function CutName({ text }: MiddleCutProps) {
  const element = useRef<HTMLSpanElement>(null);
  // A call stack has a line for each call: seen would be half of the first.
  const line = text.replace(/[\r\n]+/g, ' ');
  useCutGap(element, line);
  const letters = [...line];
  const at = Math.ceil(letters.length / 2);
  return (
    // Heard as one: the halves would be two words.
    // biome-ignore lint/a11y/useSemanticElements: a name within a line
    <span ref={element} className="middle-cut" role="group" aria-label={text}>
      <span className="middle-cut-start" aria-hidden>
        {letters.slice(0, at).join('')}
      </span>
      <span className="middle-cut-end" aria-hidden>
        <span>{letters.slice(at).join('')}</span>
      </span>
    </span>
  );
}
