import { type Dropped, takeDrop } from './droppedFiles';

/**
 * Takes the files that are dropped where nothing of the window takes them: also before any of it is there. Without it the
 * browser would leave the page and show the file. The last drop is kept until somebody listens.
 */
export function catchDrops(target: EventTarget): { readonly onDrop: (listener: (dropped: Dropped) => void) => void } {
  let kept: Dropped | undefined;
  let listener: ((dropped: Dropped) => void) | undefined;
  const filesOf = (event: Event) => {
    const { dataTransfer } = event as DragEvent;
    return !event.defaultPrevented && dataTransfer?.types.includes('Files') ? dataTransfer : undefined;
  };
  target.addEventListener('dragover', (event) => {
    if (filesOf(event)) event.preventDefault();
  });
  target.addEventListener('drop', (event) => {
    const transfer = filesOf(event);
    if (!transfer) return;
    event.preventDefault();
    kept = takeDrop(transfer);
    deliver();
  });
  const deliver = () => {
    if (!kept || !listener) return;
    const dropped = kept;
    kept = undefined;
    listener(dropped);
  };
  return {
    onDrop(own) {
      listener = own;
      deliver();
    },
  };
}
