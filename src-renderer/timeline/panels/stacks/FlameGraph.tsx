import type { TFunction } from 'i18next';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../../base/format';
import { useTheme } from '../../../base/theme/useTheme';
import { sizedContext } from '../../../ui/chart/sizedContext';
import { usePixelRatio } from '../../../ui/chart/usePixelRatio';
import { usePlotSize } from '../../../ui/chart/usePlotSize';
import { copyText } from '../../../ui/clipboard';
import { drawFlame, ROW_HEIGHT } from './drawFlame';
import {
  Children,
  type DrawnTree,
  layoutFlame,
  rectangleAt,
  type StackOrder,
  type Step,
  stackText,
  stepFrom,
} from './stackModel';

interface FlameGraphProps {
  readonly tree: DrawnTree;
  readonly order: StackOrder;
  /** Names that have it are drawn as ever, all others pale; '': all are. */
  readonly highlight: string;
  readonly zoomed: number;
  readonly onZoom: (node: number) => void;
}

const NO_NODE = -1;
const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'caller',
  ArrowDown: 'callee',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
};

/** Stacks as rectangles, as wide as they take time. A click zooms to one. */
export function FlameGraph({ tree, order, highlight, zoomed, onZoom }: FlameGraphProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  const box = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = usePlotSize(box);
  const pixelRatio = usePixelRatio();
  const [hovered, setHovered] = useState(NO_NODE);
  // Nodes of another tree are others.
  const [chosen, setChosen] = useState({ tree, node: NO_NODE });
  const current = chosen.tree === tree ? chosen.node : NO_NODE;
  const setCurrent = (node: number) => setChosen({ tree, node });
  const [said, setSaid] = useState('');
  const children = useMemo(() => new Children(tree, order), [tree, order]);
  const layout = useMemo(
    () => layoutFlame(children, zoomed < tree.parent.length ? zoomed : NO_NODE, width > 0 ? 0.5 / width : 1),
    [children, zoomed, tree, width],
  );
  const fullHeight = Math.max(layout.rowCount * ROW_HEIGHT, 1);
  const matches = useMemo(() => matchesOf(tree.names, highlight), [tree, highlight]);

  useEffect(() => {
    const size = { width, height: fullHeight };
    const context = sizedContext(canvas.current, size, pixelRatio);
    if (context) drawFlame(context, { tree, layout, width, pixelRatio, theme, matches, hovered, current });
  }, [tree, layout, width, fullHeight, pixelRatio, theme, matches, hovered, current]);

  const nodeAt = ({ clientX, clientY }: MouseEvent): number => {
    const own = canvas.current?.getBoundingClientRect();
    if (!own || width === 0) return NO_NODE;
    const at = rectangleAt(layout, (clientX - own.left) / width, Math.floor((clientY - own.top) / ROW_HEIGHT));
    return at === undefined ? NO_NODE : layout.node[at]!;
  };
  const select = (node: number) => {
    setCurrent(node);
    const row = node < 0 ? 0 : (layout.depth[layout.place[node]!] ?? 0);
    const element = box.current;
    if (!element) return;
    const top = row * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_HEIGHT > element.scrollTop + height) element.scrollTop = top + ROW_HEIGHT - height;
  };
  const copy = (node: number) =>
    copyText(stackText(tree, node)).then((isDone) => setSaid(t(isDone ? 'stacks.copied' : 'ui.table.copyRefused')));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step && !event.ctrlKey && !event.altKey) select(stepFrom(children, layout, current, step));
    else if (event.key === 'Enter' && current >= 0) onZoom(current);
    else if (event.key === 'Escape' && zoomed >= 0) onZoom(NO_NODE);
    else if (event.code === 'KeyC' && current >= 0) void copy(current);
    else return;
    setSaid('');
    event.preventDefault();
    event.stopPropagation();
  };
  const told = hovered >= 0 ? hovered : current;
  return (
    <div className="flame">
      <section
        ref={box}
        className="flame-box"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing takes keys and says what is selected
        tabIndex={0}
        data-list=""
        aria-label={t('stacks.label')}
        onKeyDown={onKeyDown}
        onMouseMove={(event) => setHovered(nodeAt(event))}
        onMouseLeave={() => setHovered(NO_NODE)}
        onClick={(event) => {
          const node = nodeAt(event);
          setCurrent(node);
          if (node >= 0) onZoom(node);
        }}
      >
        <canvas ref={canvas} style={{ width, height: fullHeight }} />
      </section>
      <output className="flame-text">
        {told >= 0 && told < tree.name.length && (
          <>
            <b>{tree.names[tree.name[told]!]}</b> <span className="number">{nodeText(tree, told, t)}</span>
          </>
        )}
        {said && ` · ${said}`}
      </output>
    </div>
  );
}

function nodeText({ totalNs, selfNs, count, parent }: DrawnTree, node: number, t: TFunction): string {
  let allNs = 0;
  for (const [own, above] of parent.entries()) if (above < 0) allNs += totalNs[own]!;
  const share = allNs > 0 ? (100 * totalNs[node]!) / allNs : 0;
  return t('stacks.tooltip', {
    count: count[node]!,
    total: formatDuration(totalNs[node]!),
    share: `${share.toFixed(1)}\u202f%`,
    self: formatDuration(selfNs[node]!),
    calls: formatCount(count[node]!),
  });
}

/** By name; undefined: all are drawn alike. */
function matchesOf(names: readonly string[], text: string): Uint8Array | undefined {
  if (text === '') return undefined;
  const wanted = text.toLowerCase();
  return Uint8Array.from(names, (name) => (name.toLowerCase().includes(wanted) ? 1 : 0));
}
