import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PipelineLanes } from '../../../src-contract';
import { formatShare } from '../../base/format';
import { formatUnit } from '../../base/formatUnit';
import { useChartColours } from '../../ui/chart/chartColours';
import { usePlotSize } from '../../ui/chart/usePlotSize';

type Lane = PipelineLanes['lanes'][number];

interface PipelineCanvasProps {
  readonly lanes: PipelineLanes;
  readonly labelOf: (lane: Lane) => string;
  /** A stretch drawn with the mouse, or Enter at the cursor (then one column and its neighbours). */
  readonly onRange: (startNs: number, endNs: number) => void;
}

interface Cursor {
  readonly lane: number;
  readonly bucket: number;
}

const LABEL_HEIGHT = 16;
const GAP = 6;
/** Columns on each side of the one that Enter opens. */
const AROUND = 12;

const parts = [
  { id: 'computing', colour: 'compute' },
  { id: 'communication', colour: 'communication' },
  { id: 'bubble', colour: 'wait' },
] as const;

/** The stages below each other on one clock: how much of each column each of them computes, communicates, waits. */
export function PipelineCanvas({ lanes, labelOf, onRange }: PipelineCanvasProps) {
  const { t } = useTranslation();
  const colours = useChartColours();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = usePlotSize(box);
  const [cursor, setCursor] = useState<Cursor | undefined>(undefined);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | undefined>(undefined);
  const bucketCount = lanes.lanes[0]?.computing.length ?? 0;
  const laneHeight = Math.max(14, Math.min(64, height / Math.max(1, lanes.lanes.length) - LABEL_HEIGHT - GAP));
  const pitch = laneHeight + LABEL_HEIGHT + GAP;

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || width === 0) return;
    const scale = window.devicePixelRatio;
    canvas.current.width = width * scale;
    canvas.current.height = pitch * lanes.lanes.length * scale;
    context.scale(scale, scale);
    lanes.lanes.forEach((lane, at) => {
      const top = at * pitch + LABEL_HEIGHT;
      context.fillStyle = colours.gridLine;
      context.fillRect(0, top, width, laneHeight);
      for (let x = 0; x < width; x++) {
        // More columns than pixels: each pixel shows the mean of its own.
        const first = Math.floor((x * bucketCount) / width);
        const end = Math.max(first + 1, Math.floor(((x + 1) * bucketCount) / width));
        let bottom = top + laneHeight;
        for (const { id, colour } of parts) {
          let share = 0;
          for (let bucket = first; bucket < end; bucket++) share += lane[id][bucket] ?? 0;
          const part = (share / (end - first)) * laneHeight;
          context.fillStyle = colours.fill(colour, 0);
          context.fillRect(x, bottom - part, 1, part);
          bottom -= part;
        }
      }
      context.fillStyle = colours.muted;
      context.font = '11px sans-serif';
      context.fillText(labelOf(lane), 0, top - 4);
    });
    if (drag) {
      const [from, to] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
      context.fillStyle = colours.rangeFill;
      context.fillRect(
        (from / bucketCount) * width,
        0,
        ((to - from + 1) / bucketCount) * width,
        pitch * lanes.lanes.length,
      );
    }
    if (cursor) {
      context.fillStyle = colours.accent;
      const top = cursor.lane * pitch + LABEL_HEIGHT;
      context.fillRect(((cursor.bucket + 0.5) / bucketCount) * width - 0.5, top, 1, laneHeight);
    }
  }, [lanes, labelOf, colours, width, pitch, laneHeight, bucketCount, cursor, drag]);

  const bucketAt = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(bucketCount - 1, Math.floor(((event.clientX - left) / width) * bucketCount)));
  };
  const laneAt = (event: PointerEvent) => {
    const { top } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(lanes.lanes.length - 1, Math.floor((event.clientY - top) / pitch)));
  };
  const timeOf = (bucket: number) => lanes.startNs + bucket * lanes.bucketNs;
  const open = (from: number, to: number) => onRange(timeOf(Math.max(0, from)), timeOf(Math.min(bucketCount, to)));

  const onKeyDown = (event: KeyboardEvent) => {
    const at = cursor ?? { lane: 0, bucket: 0 };
    const step = event.shiftKey ? 20 : 1;
    const moved: Readonly<Record<string, Cursor>> = {
      ArrowLeft: { ...at, bucket: Math.max(0, at.bucket - step) },
      ArrowRight: { ...at, bucket: Math.min(bucketCount - 1, at.bucket + step) },
      ArrowUp: { ...at, lane: Math.max(0, at.lane - 1) },
      ArrowDown: { ...at, lane: Math.min(lanes.lanes.length - 1, at.lane + 1) },
    };
    const next = moved[event.key];
    if (next) setCursor(next);
    else if (event.key === 'Enter' && cursor) open(cursor.bucket - AROUND, cursor.bucket + AROUND);
    else return;
    event.preventDefault();
  };

  const told = cursor && lanes.lanes[cursor.lane];
  return (
    <div className="pipeline-chart">
      <ul className="pipeline-legend">
        {parts.map(({ id, colour }) => (
          <li key={id}>
            <span className="pipeline-swatch" style={{ background: colours.fill(colour, 0) }} />
            {t(`summary.pipelinePart.${id}`)}
          </li>
        ))}
        <li className="summary-muted">{t('summary.pipeline.help')}</li>
      </ul>
      <div ref={box} className="pipeline-box">
        <canvas
          ref={canvas}
          role="img"
          tabIndex={0}
          aria-label={t('summary.pipeline.time')}
          className="pipeline-canvas"
          style={{ width, height: pitch * lanes.lanes.length }}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            const bucket = bucketAt(event);
            setDrag({ from: bucket, to: bucket });
          }}
          onPointerMove={(event) => {
            const bucket = bucketAt(event);
            setCursor({ lane: laneAt(event), bucket });
            setDrag((own) => own && { ...own, to: bucket });
          }}
          onPointerUp={() => {
            // A click is no stretch.
            if (drag && Math.abs(drag.to - drag.from) > 2)
              open(Math.min(drag.from, drag.to), Math.max(drag.from, drag.to) + 1);
            setDrag(undefined);
          }}
          onPointerLeave={() => setCursor(undefined)}
        />
      </div>
      <p className="pipeline-told number" aria-live="polite">
        {cursor &&
          told &&
          [
            labelOf(told),
            formatUnit(timeOf(cursor.bucket), 'time'),
            ...parts.map(({ id }) => `${t(`summary.pipelinePart.${id}`)} ${formatShare(told[id][cursor.bucket] ?? 0)}`),
          ].join(' · ')}
      </p>
    </div>
  );
}
