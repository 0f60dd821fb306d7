import { useRef } from 'react';
import { useCutGap } from './CutGaps';

interface PathTextProps {
  readonly path: string;
  /** Shown when the pointer rests on it. */
  readonly title?: string;
  readonly className?: string;
}

/** A path in one line; where there is no room for it, its end is seen. */
export function PathText({ path, title, className }: PathTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useCutGap(element, path);
  return (
    <span ref={element} className={className === undefined ? 'path' : `path ${className}`} title={title}>
      <bdi>{path}</bdi>
    </span>
  );
}
