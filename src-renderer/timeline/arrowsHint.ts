import { formatCount } from '../base/format';
import type { ArrowCounts } from './painter';
import type { Translate } from './rowText';

/** Says how many arrows are left out. */
export class ArrowsHint {
  private text = '';

  constructor(private readonly element: HTMLElement) {}

  show({ shown, total, through }: ArrowCounts, translate: Translate): void {
    const sentences: string[] = [];
    const [shownText, totalText] = [formatCount(shown), formatCount(total)];
    if (shown < total) sentences.push(translate('timeline.arrowsShown', { shown: shownText, total: totalText }));
    if (through > 0) sentences.push(translate('timeline.arrowsThrough', { through: formatCount(through) }));
    const text = sentences.join(' · ');
    if (text === this.text) return;
    this.text = text;
    this.element.textContent = text;
    this.element.hidden = text === '';
  }
}
