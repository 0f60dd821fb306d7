import { formatCount } from '../base/format';
import type { ArrowCounts } from './painter';
import type { Translate } from './rows/rowText';

/** ms that a sentence stands which nothing of the drawing keeps there. */
const SAID_MS = 5_000;

/** The small sentence in the corner of the drawing: how many arrows are left out, and for a while what a key did not do. */
export class TimelineHint {
  private text = '';
  private arrows = '';
  private said = '';
  private timer: number | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly window: Window,
  ) {}

  show({ shown, total, through }: ArrowCounts, translate: Translate): void {
    const sentences: string[] = [];
    const [shownText, totalText] = [formatCount(shown), formatCount(total)];
    if (shown < total) sentences.push(translate('timeline.arrowsShown', { shown: shownText, total: totalText }));
    if (through > 0) sentences.push(translate('timeline.arrowsThrough', { through: formatCount(through) }));
    this.arrows = sentences.join(' · ');
    this.write();
  }

  /** Stands there for a while. */
  say(sentence: string): void {
    this.window.clearTimeout(this.timer);
    this.timer = this.window.setTimeout(() => this.unsay(), SAID_MS);
    this.said = sentence;
    this.write();
  }

  /** What was said is about something else by now. */
  unsay(): void {
    this.window.clearTimeout(this.timer);
    this.said = '';
    this.write();
  }

  private write(): void {
    const text = this.said || this.arrows;
    if (text === this.text) return;
    this.text = text;
    this.element.textContent = text;
    this.element.hidden = text === '';
  }
}
