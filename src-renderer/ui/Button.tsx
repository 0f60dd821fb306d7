import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Tooltip } from './Tooltip';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: 'primary' | 'default' | 'quiet';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

export function Button({ variant = 'default', icon: Icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button button-${variant} ${className}`} {...rest}>
      {Icon && <Icon size={15} aria-hidden />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** Its name for those who hear the window, and its tooltip. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isPressed?: boolean;
  readonly iconSize?: number;
}

export function IconButton({ label, icon: Icon, isPressed, iconSize = 15, className = '', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={`icon-button ${className}`}
        aria-label={label}
        aria-pressed={isPressed}
        {...rest}
      >
        <Icon size={iconSize} aria-hidden />
      </button>
    </Tooltip>
  );
}
