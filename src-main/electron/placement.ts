/** Where a window goes on the displays that there are. In pixels of the desktop, as Electron counts them. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const smallestWindow = { width: 800, height: 500 } as const;
const usualWindow = { width: 1600, height: 1000 } as const;
/** By how much a window stands beside the one before. */
const besidePx = 32;
/** So much of a window's upper edge must be on a display that it can be dragged by it. */
const graspPx = { width: 120, height: 24 } as const;

/**
 * The place of a window: where it was, if it can be reached there, no larger than the display; else in the middle of the first
 * of `workAreas`, which is the primary display's. With `beside`, next to that window.
 */
export function placeWindow(workAreas: readonly Area[], kept: Area | undefined, beside?: Area): Area {
  const wanted = beside ? { ...beside, x: beside.x + besidePx, y: beside.y + besidePx } : kept;
  const home = wanted && workAreas.find((area) => canBeGrasped(wanted, area));
  const area = home ?? workAreas[0];
  if (area === undefined) return { x: 0, y: 0, ...usualWindow };
  const { width, height } = sized(wanted ?? usualWindow, area);
  if (wanted === undefined || home === undefined) return inTheMiddle(area, width, height);
  // Not above its upper edge, and not with its right half where nothing is.
  const x = clamp(wanted.x, area.x - width + graspPx.width, area.x + area.width - graspPx.width);
  const y = clamp(wanted.y, area.y, area.y + area.height - graspPx.height);
  return { x, y, width, height };
}

function canBeGrasped({ x, y, width }: Area, area: Area): boolean {
  const seenWidth = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return seenWidth >= graspPx.width && y >= area.y - graspPx.height && y <= area.y + area.height - graspPx.height;
}

function sized({ width, height }: Pick<Area, 'width' | 'height'>, area: Area): Pick<Area, 'width' | 'height'> {
  return {
    width: Math.min(Math.max(width, smallestWindow.width), area.width),
    height: Math.min(Math.max(height, smallestWindow.height), area.height),
  };
}

function inTheMiddle(area: Area, width: number, height: number): Area {
  const x = area.x + Math.round((area.width - width) / 2);
  return { x, y: area.y + Math.round((area.height - height) / 2), width, height };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
