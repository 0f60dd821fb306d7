import { lazy, Suspense } from 'react';
import type { DumpSession } from '../app/session';

const MemoryView = lazy(async () => ({ default: (await import('./MemoryView')).MemoryView }));

/** Its code is fetched when the tab is first opened: the timeline opens as fast without it. */
export function MemoryTab({ session }: { readonly session: DumpSession }) {
  return (
    <Suspense fallback={null}>
      <MemoryView session={session} />
    </Suspense>
  );
}
