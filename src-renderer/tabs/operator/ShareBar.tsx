interface ShareBarProps {
  readonly percent: number;
  readonly text: string;
}

/** A number with a bar behind it, as long as its share. */
export function ShareBar({ percent, text }: ShareBarProps) {
  const width = Number.isFinite(percent) ? `${Math.max(0, Math.min(100, percent))}%` : 0;
  return (
    <span className="operator-share">
      <i aria-hidden style={{ width }} />
      {text}
    </span>
  );
}
