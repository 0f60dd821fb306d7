import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useTheme } from '../../base/theme/useTheme';
import { shiftedView, zoomedView } from '../../base/timeRange';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { timesOf } from '../../session/times';
import { wholeView } from '../../session/viewRange';
import { sizedContext } from '../../ui/chart/sizedContext';
import { usePixelRatio } from '../../ui/chart/usePixelRatio';
import { usePlotSize } from '../../ui/chart/usePlotSize';
import { MiddleCut } from '../../ui/MiddleCut';
import { shownMarks } from '../marks/shownMarks';
import { RulerFindings } from '../rulerFindings';
import { drawOverview, overviewHeight } from './drawOverview';
import { goToStepAt } from './goToStep';
import { TimeMenu } from './TimeMenu';
import { useOverview } from './useOverview';
import { centredView, draggedView, type WindowZone, zoneAt } from './windowGesture';
import './overview.css';

/** Below the strip, CSS pixels. */
const BORDER = 1;
/** Narrower it could not be seen. */
const LEAST_WINDOW_PX = 4;
/** Each shade has one of the window's edges on it (overview.css). */
const EDGE_PX = 1;
/** With each press of an arrow key, of the view's length. */
const KEY_SHARE = 0.1;

/** The whole dump above the ruler, and in it the view as a window: pressed, dragged, resized; a double click shows a step. */
export function Overview() {
  const { t } = useTranslation();
  const session = useSession();
  useOverview();
  const rank = useStore(timesOf(session).store, ({ overview }) => overview?.rank);
  const label = useSessionState(({ dump }) => (rank === undefined ? '' : (dump.ranks[rank]?.label ?? '')));
  return (
    <div className="timeline-overview" style={{ height: overviewHeight + BORDER }}>
      <div className="timeline-overview-side">
        <span title={`${t('overview.ofRank')}\n${label}`}>
          <MiddleCut text={label} />
        </span>
        <TimeMenu />
      </div>
      <Strip />
    </div>
  );
}

function Strip() {
  const { t } = useTranslation();
  const session = useSession();
  const strip = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLDivElement>(null);
  const { width } = usePlotSize(strip);
  const pixelRatio = usePixelRatio();
  const theme = useTheme();
  const startNs = useSessionState(({ dump }) => dump.startNs);
  const endNs = useSessionState(({ dump }) => dump.endNs);
  const whole = useMemo(() => wholeView({ startNs, endNs }), [startNs, endNs]);
  const overview = useStore(timesOf(session).store, (state) => state.overview);
  const userMarks = useSessionState((state) => state.userMarks);
  const noteSlices = useSessionState((state) => state.noteSlices);
  const findings = useRulerFindings();

  // Drawn when what it shows has changed, never because the view has.
  useLayoutEffect(() => {
    const context = sizedContext(canvas.current, { width, height: overviewHeight }, pixelRatio);
    if (!context || width === 0) return;
    const marks = shownMarks({ userMarks, noteSlices, currentMark: undefined });
    drawOverview({ context, width, pixelRatio, theme, whole, overview, findings, marks });
  }, [width, pixelRatio, theme, whole, overview, findings, userMarks, noteSlices]);

  const nsPerPx = (whole.endNs - whole.startNs) / Math.max(1, width);
  const edges = () => {
    const { view } = session.store.getState();
    const [left, right] = [view.startNs, view.endNs].map((ns) => (ns - whole.startNs) / nsPerPx);
    return { left, right };
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `edges` is of the same session, extent and width
  useLayoutEffect(() => {
    const place = () => {
      const element = pane.current;
      if (!element || width === 0) return;
      const { left, right } = edges();
      const shownWidth = Math.max(LEAST_WINDOW_PX, right - left);
      const shownLeft = left - (shownWidth - (right - left)) / 2;
      const shownRight = shownLeft + shownWidth;
      // Nothing but transforms: the browser lays nothing out and paints nothing for them.
      element.style.transform = `translateX(${shownLeft}px) scaleX(${shownWidth / width})`;
      if (before.current) before.current.style.transform = `translateX(${shownLeft - width + EDGE_PX}px)`;
      if (after.current) after.current.style.transform = `translateX(${shownRight - EDGE_PX}px)`;
      const at = Math.round((100 * (left + right)) / 2 / width);
      strip.current?.setAttribute('aria-valuenow', String(Math.min(100, Math.max(0, at))));
    };
    place();
    return session.store.subscribe(({ view }, last) => view !== last.view && place());
  }, [session, whole, width]);

  const pressed = useRef<{ readonly zone: WindowZone; readonly x: number }>(undefined);
  const pressedView = useRef(session.store.getState().view);
  const xOf = ({ clientX }: { readonly clientX: number }) =>
    clientX - (strip.current?.getBoundingClientRect().left ?? 0);
  const { actions } = session;

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const x = xOf(event);
    const { left, right } = edges();
    const zone = zoneAt(x, left, right);
    event.currentTarget.setPointerCapture(event.pointerId);
    actions.hold(true);
    if (zone === 'outside') actions.setView(centredView(session.store.getState().view, whole.startNs + x * nsPerPx));
    pressed.current = { zone, x };
    pressedView.current = session.store.getState().view;
  };
  const move = (event: PointerEvent) => {
    const { left, right } = edges();
    const own = pressed.current;
    const zone = own?.zone ?? zoneAt(xOf(event), left, right);
    strip.current?.setAttribute('data-zone', zone);
    if (own) actions.setView(draggedView(own.zone, pressedView.current, (xOf(event) - own.x) * nsPerPx));
  };
  const release = () => {
    if (!pressed.current) return;
    pressed.current = undefined;
    actions.hold(false);
  };

  return (
    <div
      ref={strip}
      className="timeline-overview-strip"
      role="scrollbar"
      aria-label={t('overview.label')}
      aria-controls="timeline-area"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={50}
      tabIndex={0}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={(event) => {
        goToStepAt(session, whole.startNs + xOf(event) * nsPerPx);
      }}
      onKeyDown={(event) => {
        const { view } = session.store.getState();
        const byNs = (view.endNs - view.startNs) * KEY_SHARE;
        const middle = (view.startNs + view.endNs) / 2;
        if (event.code === 'ArrowLeft') actions.setView(shiftedView(view, -byNs));
        else if (event.code === 'ArrowRight') actions.setView(shiftedView(view, byNs));
        else if (event.code === 'ArrowUp') actions.setView(zoomedView(view, 1 / 1.2, middle));
        else if (event.code === 'ArrowDown') actions.setView(zoomedView(view, 1.2, middle));
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <canvas ref={canvas} style={{ height: overviewHeight }} aria-hidden />
      <div ref={before} className="timeline-overview-shade" data-side="before" aria-hidden />
      <div ref={after} className="timeline-overview-shade" data-side="after" aria-hidden />
      <div ref={pane} className="timeline-overview-window" aria-hidden />
    </div>
  );
}

/** Where findings stand on the ruler. */
function useRulerFindings() {
  const session = useSession();
  const [marks, setMarks] = useState<RulerFindings['marks']>([]);
  useEffect(() => {
    const findings = new RulerFindings(session, () => setMarks(findings.marks));
    setMarks(findings.marks);
    return () => findings.dispose();
  }, [session]);
  return marks;
}
