import { useCallback, useEffect, useRef, useState } from 'react';
import type { FolderListing, Notice } from '../../../../src-contract';
import { noticeOfError } from '../../../ui/notices/noticeOfError';
import { useAppServices } from '../../appServices';

interface Listing {
  readonly listing: FolderListing | undefined;
  readonly error: Notice | undefined;
  readonly isLoading: boolean;
  visit(path: string): void;
}

/** The folder that is shown. A folder that cannot be listed leaves the one before in place, with the reason. */
export function useListing(firstPath: string): Listing {
  const { controller } = useAppServices();
  const [state, setState] = useState<Omit<Listing, 'visit'>>({ listing: undefined, error: undefined, isLoading: true });
  const visits = useRef(0);
  const visit = useCallback(
    (path: string) => {
      const visitNumber = ++visits.current;
      setState((before) => ({ ...before, isLoading: true }));
      controller.connection.engine.listFolder(path).then(
        (listing) => {
          if (visitNumber !== visits.current) return;
          setState(({ listing: before }) =>
            listing.notice && before
              ? { listing: before, error: listing.notice, isLoading: false }
              : { listing, error: listing.notice, isLoading: false },
          );
        },
        (error: unknown) => {
          if (visitNumber !== visits.current) return;
          const notice = { ...noticeOfError(error), severity: 'error' } as const;
          setState((before) => ({ ...before, error: notice, isLoading: false }));
        },
      );
    },
    [controller],
  );
  useEffect(() => visit(firstPath), [visit, firstPath]);
  return { ...state, visit };
}
