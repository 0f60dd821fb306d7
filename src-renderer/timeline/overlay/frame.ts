import type { LaneFrame } from '../../ui/lanes/frame';
import type { DataWindow } from '../data/dataWindow';
import type { RowModel, RowWindow } from '../rows/rows';

/** What the overlay of the timeline draws from, for one frame. */
export interface OverlayFrame extends LaneFrame {
  readonly model: RowModel;
  readonly visible: RowWindow;
  readonly data: DataWindow | undefined;
}
