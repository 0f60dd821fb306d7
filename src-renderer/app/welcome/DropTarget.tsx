import { Download, Plus } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { takeDrop } from '../../engine/droppedFiles';
import { useAppServices } from '../appServices';
import { useApp } from '../useApp';
import { hasUsefulDump } from '../usefulDump';

/** The left half of the window adds to the open dump, the right one opens in its place. */
const isOnAddSide = ({ clientX }: DragEvent): boolean => clientX < window.innerWidth / 2;

/** The whole window takes files and folders that are dropped on it. */
export function DropTarget({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const [isOver, setIsOver] = useState(false);
  const [isAdding, setIsAdding] = useState(true);
  const hasDump = useApp(({ screen }) => hasUsefulDump(screen));
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
    void controller.drop(takeDrop(event.dataTransfer), hasDump && isOnAddSide(event));
  };
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsAdding(isOnAddSide(event));
  };

  return (
    // Dropping is one way of several; the others work by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="window" onDragEnter={enter} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver && !hasDump && (
        <div className="drop-overlay">
          <Download size={40} strokeWidth={1.5} aria-hidden />
          <p>{t('welcome.dropHere')}</p>
        </div>
      )}
      {isOver && hasDump && (
        <div className="drop-sides">
          <div className="drop-overlay" data-active={isAdding}>
            <Plus size={40} strokeWidth={1.5} aria-hidden />
            <p>{t('welcome.dropAdd')}</p>
          </div>
          <div className="drop-overlay" data-active={!isAdding}>
            <Download size={40} strokeWidth={1.5} aria-hidden />
            <p>{t('welcome.dropOpen')}</p>
          </div>
        </div>
      )}
    </div>
  );
}
