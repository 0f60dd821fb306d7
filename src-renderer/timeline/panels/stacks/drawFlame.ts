import { packedToHex } from '../../../base/theme/colour';
import type { Theme } from '../../../base/theme/theme';
import { typeScale } from '../../../base/theme/tokens';
import { TextFit } from '../../../ui/lanes/textFit';
import type { DrawnTree, FlameLayout } from './stackModel';

/** CSS pixels. */
export const ROW_HEIGHT = 18;
const PADDING = 4;
/** Of what does not match. */
const PALE = 0.25;

export interface FlamePicture {
  readonly tree: DrawnTree;
  readonly layout: FlameLayout;
  /** CSS pixels. */
  readonly width: number;
  readonly pixelRatio: number;
  readonly theme: Theme;
  /** By name; undefined: all are drawn alike. */
  readonly matches: Uint8Array | undefined;
  readonly hovered: number;
  readonly current: number;
}

export function drawFlame(context: CanvasRenderingContext2D, picture: FlamePicture): void {
  const { tree, layout, width, pixelRatio, theme, matches, hovered, current } = picture;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, width, layout.rowCount * ROW_HEIGHT);
  context.font = `${typeScale.caption}px ${theme.fontFamily}`;
  context.textBaseline = 'middle';
  const texts = new TextFit((glyph) => context.measureText(glyph).width);
  for (let at = 0; at < layout.node.length; at++) {
    const node = layout.node[at]!;
    const [left, right] = [layout.from[at]! * width, layout.to[at]! * width];
    const top = layout.depth[at]! * ROW_HEIGHT;
    const colour = tree.colour[node]!;
    context.globalAlpha = matches && matches[tree.name[node]!] === 0 ? PALE : 1;
    context.fillStyle = packedToHex(theme.sliceColours[colour] ?? theme.sliceColours[0]!);
    // A pixel of air, where there is room for one.
    context.fillRect(left, top, Math.max(0.5, right - left - (right - left > 3 ? 1 : 0)), ROW_HEIGHT - 1);
    if (node === hovered || node === current) {
      context.strokeStyle = node === current ? theme.timeline.selection : theme.timeline.hover;
      context.lineWidth = 2;
      context.strokeRect(left + 1, top + 1, Math.max(1, right - left - 3), ROW_HEIGHT - 3);
    }
    const text = right - left > 20 ? texts.fitName(tree.names[tree.name[node]!]!, right - left - 2 * PADDING) : '';
    if (text === '') continue;
    context.fillStyle = packedToHex(theme.sliceTextColours[colour] ?? 0);
    context.fillText(text, left + PADDING, top + ROW_HEIGHT / 2);
  }
  context.globalAlpha = 1;
}
