import type { Surface } from '../surface';
import type { TimelineInput } from './input';
import { isMoving, stepMotion } from './keyMotion';
import type { Navigation } from './navigation';

/** Of a key that was pressed just now: a short tap must do something. */
const FIRST_STEP_MS = 16;

/** Moves the view by the keys that are held, frame by frame, as long as they are. */
export class HeldMotion {
  private lastFrameMs: number | undefined;

  constructor(
    private readonly navigation: Pick<Navigation, 'zoomAt' | 'panBy' | 'scrollBy'>,
    private readonly surface: Pick<Surface, 'width'>,
  ) {}

  /** False once nothing is held, and nothing is left of it. */
  move(nowMs: number, input: Pick<TimelineInput, 'motion' | 'pointer'>): boolean {
    const { navigation } = this;
    if (!isMoving(input.motion)) {
      this.lastFrameMs = undefined;
      return false;
    }
    const step = stepMotion(input.motion, nowMs - (this.lastFrameMs ?? nowMs - FIRST_STEP_MS));
    this.lastFrameMs = nowMs;
    input.motion = step.motion;
    if (step.zoomFactor !== 1) navigation.zoomAt(input.pointer?.x ?? this.surface.width / 2, step.zoomFactor);
    if (step.panPx !== 0) navigation.panBy(step.panPx);
    if (step.scrollPx !== 0) navigation.scrollBy(step.scrollPx);
    return true;
  }
}
