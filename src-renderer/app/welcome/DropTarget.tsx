import { Download } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../appServices';

/** The whole window takes files and folders that are dropped on it. */
export function DropTarget({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const [isOver, setIsOver] = useState(false);
  /** Entering a child fires before leaving its parent: only when both are left is the pointer gone. */
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  const enter = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current++;
    setIsOver(true);
  };
  const leave = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current - 1);
    if (depth.current === 0) setIsOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = 0;
    setIsOver(false);
    void controller.drop(event.dataTransfer);
  };
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  };

  return (
    // Dropping is one way of several; the others work by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="window" onDragEnter={enter} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver && (
        <div className="drop-overlay">
          <Download size={40} strokeWidth={1.5} aria-hidden />
          <p>{t('welcome.dropHere')}</p>
        </div>
      )}
    </div>
  );
}
