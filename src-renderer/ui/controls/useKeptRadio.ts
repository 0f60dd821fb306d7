import { useId, useLayoutEffect, useRef } from 'react';

export interface KeptRadio {
  /** Of the radio buttons. */
  readonly name: string;
  /** The user chooses another one. */
  note(): void;
}

/**
 * For a choice whose buttons stand in what it chooses: with another one chosen they are made anew, and those that had the focus are
 * gone. The one that is chosen has it then. `value`: what is chosen.
 */
export function useKeptRadio(value: string): KeptRadio {
  const name = useId();
  const isChosen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another one has been chosen
  useLayoutEffect(() => {
    if (isChosen.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`input[name="${name}"]:checked`)?.focus();
    isChosen.current = false;
  }, [value]);
  return {
    name,
    note: () => {
      isChosen.current = true;
    },
  };
}
