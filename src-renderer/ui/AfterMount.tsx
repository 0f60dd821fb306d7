import { type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Its children in a task after the one that puts its own place into the document: so that what is around them and they
 * themselves are not put up in one. `AfterFrames` waits longer.
 */
export function AfterMount({ children }: { readonly children: ReactNode }) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => startTransition(() => setMounted(true)), []);
  return isMounted ? children : null;
}
