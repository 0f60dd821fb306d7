interface ProgressBarProps {
  readonly label: string;
  /** 0…1, or undefined while the end is not known. */
  readonly share: number | undefined;
  readonly className?: string;
}

export function ProgressBar({ label, share, className = '' }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      className={`progress ${percent === undefined ? 'progress-unknown' : ''} ${className}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className="progress-fill" style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  );
}
