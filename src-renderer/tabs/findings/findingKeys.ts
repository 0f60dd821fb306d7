/** What keys do in the list of findings. Pure. */

export interface FindingAction {
  readonly kind: 'focus' | 'toggle' | 'evidence' | 'copy';
  /** Of the finding. */
  readonly id: string;
}

export interface KeyPlace {
  /** Of the findings, from top to bottom. */
  readonly ids: readonly string[];
  readonly current: string;
  /** Whose details are shown. */
  readonly open: ReadonlySet<string>;
}

type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Undefined: the key is none of the list's. Letters never are, unless with Ctrl. */
export function findingKey(event: Pressed, { ids, current, open }: KeyPlace): FindingAction | undefined {
  const isCtrl = event.ctrlKey || event.metaKey;
  if (isCtrl && event.code === 'KeyC' && !event.shiftKey && !event.altKey) return { kind: 'copy', id: current };
  if (isCtrl || event.altKey) return undefined;
  if (event.shiftKey) return event.code === 'Enter' ? { kind: 'evidence', id: current } : undefined;
  const at = ids.indexOf(current);
  const focus = (to: number): FindingAction => ({ kind: 'focus', id: ids[Math.min(ids.length - 1, Math.max(0, to))] });
  switch (event.code) {
    case 'ArrowDown':
      return focus(at + 1);
    case 'ArrowUp':
      return focus(at - 1);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(ids.length - 1);
    case 'ArrowRight':
      return open.has(current) ? focus(at + 1) : { kind: 'toggle', id: current };
    case 'ArrowLeft':
      return open.has(current) ? { kind: 'toggle', id: current } : undefined;
    case 'Enter':
    case 'Space':
      return { kind: 'toggle', id: current };
    default:
      return undefined;
  }
}
