import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/CopyButton';

interface FactProps {
  readonly label: string;
  /** What the copy button copies; none without. */
  readonly copy?: string;
  readonly children: ReactNode;
}

export function Fact({ label, copy, children }: FactProps) {
  return (
    <div className="fact">
      <dt title={label}>{label}</dt>
      <dd>
        {children}
        {copy !== undefined && <CopyButton text={copy} />}
      </dd>
    </div>
  );
}
