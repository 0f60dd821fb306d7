/** Shorter names are never cut. */
const SHORT = 12;

interface MiddleCutProps {
  readonly text: string;
}

/** A name in one line; where there is no room for it, it is cut in the middle: what tells names apart is often last. */
export function MiddleCut({ text }: MiddleCutProps) {
  const letters = [...text];
  if (letters.length <= SHORT) return text;
  const at = Math.ceil(letters.length / 2);
  return (
    <span className="middle-cut">
      <span className="middle-cut-start">{letters.slice(0, at).join('')}</span>
      <span className="middle-cut-end">
        <span>{letters.slice(at).join('')}</span>
      </span>
    </span>
  );
}
