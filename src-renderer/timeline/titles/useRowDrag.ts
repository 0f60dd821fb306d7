import { type PointerEvent, useRef, useState } from 'react';
import { type Drop, droppedAt, parentOf, type Sibling, siblingsOf } from '../lanes/siblings';
import type { TimelineController } from '../TimelineController';

/** Further than a hand shakes at a click. */
const LEAST_PX = 4;

interface Drag {
  readonly key: string;
  readonly fromY: number;
  /** Once it is no click any more. */
  siblings?: readonly Sibling[];
}

/** Moving a row by dragging its title. `drop`: where it would stand. */
export function useRowDrag(controller: TimelineController) {
  const drag = useRef<Drag>(undefined);
  const [drop, setDrop] = useState<Drop & { readonly key: string }>();

  const end = () => {
    drag.current = undefined;
    setDrop(undefined);
  };
  /** CSS pixels in the list of rows; titles that are not scrolled are above 0 there. */
  const listY = (event: PointerEvent<HTMLElement>, isPinned: boolean) => {
    const { fixedHeight } = controller.navigation.model;
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
    return isPinned && fixedHeight > 0 ? y - controller.navigation.scrollTop : y;
  };

  return {
    drop,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const title = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
      const isButton = event.target instanceof Element && event.target.closest('button') !== null;
      const key = title?.dataset.key;
      drag.current = event.button === 0 && !isButton && key !== undefined ? { key, fromY: event.clientY } : undefined;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = drag;
      if (current === undefined) return;
      if (event.buttons === 0) return end();
      const { model } = controller.navigation;
      const row = model.rows.find(({ key }) => key === current.key);
      if (row === undefined || parentOf(row) === undefined) return end();
      if (current.siblings === undefined) {
        if (Math.abs(event.clientY - current.fromY) < LEAST_PX) return;
        current.siblings = siblingsOf(model, row);
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      const next = droppedAt(row, current.siblings, listY(event, row.isPinned === true));
      setDrop((before) => (next && before?.y === next.y ? before : next && { ...next, key: current.key }));
    },
    onPointerUp() {
      if (drop?.order) controller.order(drop.order.parent, drop.order.children);
      end();
    },
    onPointerCancel: end,
    /** True if something was being dragged. */
    cancel() {
      const isDragging = drag.current?.siblings !== undefined;
      end();
      return isDragging;
    },
  };
}
