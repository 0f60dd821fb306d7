import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import { giveFocusBack, keepFocusBehind } from './focusBehind';

interface DialogProps {
  readonly title: string;
  /** `palette`: no visible title, near the top. */
  readonly kind?: 'standard' | 'palette';
  readonly width: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** There is nothing in it to go to: it is scrolled by keys itself. */
  readonly isText?: boolean;
  /** Buttons at the lower edge. */
  readonly footer?: ReactNode;
}

/** A dialog over the window, which is inert meanwhile. Esc and a click beside it close it; the focus goes back. */
export function Dialog({ title, kind = 'standard', isText = false, width, onClose, children, footer }: DialogProps) {
  const { t } = useTranslation();
  useInertWindow();
  return (
    <RadixDialog.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixDialog.Portal>
        <div className="dialog-backdrop" aria-hidden />
        <RadixDialog.Content
          className={`dialog dialog-${kind}`}
          style={{ width }}
          aria-modal
          aria-describedby={undefined}
          onKeyDown={(event) => event.stopPropagation()}
          onOpenAutoFocus={focusFirst}
          onPointerDownOutside={leaveField}
          // The window behind is inert: what takes the focus out of here is no wish of the user's.
          onFocusOutside={(event) => event.preventDefault()}
        >
          {kind === 'palette' ? (
            <RadixDialog.Title className="visually-hidden">{title}</RadixDialog.Title>
          ) : (
            <header className="dialog-header">
              <RadixDialog.Title className="dialog-title">{title}</RadixDialog.Title>
              <IconButton label={t('common.close')} icon={X} onClick={onClose} />
            </header>
          )}
          <div className="dialog-body" tabIndex={isText ? 0 : undefined}>
            {children}
          </div>
          {footer && <footer className="dialog-footer">{footer}</footer>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/**
 * The focus goes to what is marked with `data-first-focus`, else to the dialog itself. By default it would go to the close
 * button, whose tooltip would open and take the first Esc.
 */
function focusFirst(event: Event): void {
  event.preventDefault();
  if (!(event.target instanceof HTMLElement)) return;
  (event.target.querySelector<HTMLElement>('[data-first-focus]') ?? event.target).focus();
}

/** A click beside the dialog leaves the field in it first: what was typed there was meant. Esc takes it back instead. */
function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The id of the element that the window is rendered into; dialogs live beside it. */
export const WINDOW_ROOT_ID = 'root';

function useInertWindow(): void {
  useEffect(() => {
    const root = document.getElementById(WINDOW_ROOT_ID);
    const focused = document.activeElement;
    if (focused) keepFocusBehind(focused);
    root?.setAttribute('inert', '');
    return () => {
      root?.removeAttribute('inert');
      // What had the focus could not keep it while inert.
      giveFocusBack(focused);
    };
  }, []);
}
