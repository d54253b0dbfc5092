import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { clock, dateTime } from '../format/time';
import { axisLabels, baseOf, withUnits } from '../format/units';
import { useWidth } from '../parts/parts';
import type { Table } from './data';
import type { Range } from './ranges';

/** One line of a chart. */
export interface Line {
  label: string;
  color: string;
  units: string;
  hidden?: boolean;
}

interface Props {
  lines: readonly Line[];
  table: Table;
  range: Range;
  height: number;
  /** A thinner frame, for small graphs beside others. */
  small?: boolean;
  /** A stretch was marked with the mouse. */
  onSelect?: (range: Range) => void;
  /** Moved by a share of the length. */
  onPan?: (share: number) => void;
  /** Zoomed by a factor around a moment. */
  onZoom?: (factor: number, at: number) => void;
  onReset?: () => void;
}

/** Steps of an axis whose units count in powers of 1024. */
const BINARY_STEPS = Array.from({ length: 8 }, (_, power) =>
  [1, 2, 5, 10, 20, 50, 100, 200, 256, 500, 512].map((step) => step * 1024 ** power),
)
  .flat()
  .sort((a, b) => a - b);

/**
 * Lines over time, drawn on a canvas. Each line has a band between its least and greatest values
 * where it is made of buckets. Dragging marks a stretch, dragging with Shift held moves, the
 * wheel with Ctrl held zooms, a double click goes back.
 */
export function Chart({ lines, table, range, height, small = false, ...actions }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const plot = useRef<uPlot | undefined>(undefined);
  const scheme = useComputedColorScheme('dark');
  const latest = useRef({ lines, actions, table, range });
  useEffect(() => {
    latest.current = { lines, actions, table, range };
  });
  const shape = JSON.stringify([lines, small, scheme, actions.onSelect !== undefined]);

  useEffect(() => {
    const element = frame.current;
    if (!element || width === 0) {
      return undefined;
    }
    const made = new uPlot(
      options(latest.current.lines, width, height, small, () => latest.current.actions),
      columns(latest.current.table),
      element,
    );
    made.setScale('x', {
      min: latest.current.range.from / 1000,
      max: latest.current.range.to / 1000,
    });
    const release = gestures(made, () => latest.current.actions);
    plot.current = made;
    return () => {
      release();
      made.destroy();
      plot.current = undefined;
    };
    // The size changes in place below; all else that matters is in `shape`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shape, width === 0]);

  useEffect(() => {
    if (width > 0) {
      plot.current?.setSize({ width, height });
    }
  }, [width, height]);

  useEffect(() => {
    const made = plot.current;
    if (made) {
      made.batch(() => {
        made.setData(columns(table), false);
        made.setScale('x', { min: range.from / 1000, max: range.to / 1000 });
      });
    }
  }, [table, range.from, range.to, shape]);

  return <div ref={frame} className="chart" style={{ height }} />;
}

/** Per line three columns: greatest, least, and the line itself. */
function columns(table: Table): uPlot.AlignedData {
  const out: (readonly (number | null | undefined)[])[] = [table.x];
  for (const { avg, min, max } of table.columns) {
    const none = new Array<null>(table.x.length).fill(null);
    out.push(max ?? none, min ?? none, avg);
  }
  return out as unknown as uPlot.AlignedData;
}

type Actions = Pick<Props, 'onSelect' | 'onPan' | 'onZoom' | 'onReset'>;

function options(
  lines: readonly Line[],
  width: number,
  height: number,
  small: boolean,
  actions: () => Actions,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const dim = style.getPropertyValue('--z-dim').trim();
  const grid = style.getPropertyValue('--z-line').trim();
  const font = '11px ui-sans-serif, system-ui, sans-serif';
  const units = [...new Set(lines.map((line) => line.units))];
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  lines.forEach((line, i) => {
    const show = line.hidden !== true;
    const scale = `u:${line.units}`;
    const edge: uPlot.Series = { scale, show, width: 0, points: { show: false } };
    series.push({ ...edge }, { ...edge });
    series.push({
      scale,
      show,
      stroke: line.color,
      width: 1.5,
      points: { show: (u, at, from, to) => show && lonely(u, at, from, to), size: 4 },
      ...(lines.length === 1 ? { fill: faded(line.color, 0.09) } : {}),
    });
    bands.push({ series: [i * 3 + 1, i * 3 + 2], fill: faded(line.color, 0.22) });
  });
  const frame: uPlot.Axis = {
    stroke: dim,
    font,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    border: { show: false },
  };
  return {
    width,
    height,
    padding: [small ? 8 : 12, units.length > 1 ? 0 : 14, 0, 4],
    legend: { show: false },
    series,
    bands,
    scales: {
      x: { time: true },
      ...Object.fromEntries(units.map((unit) => [`u:${unit}`, { range: span }])),
    },
    axes: [
      { ...frame, size: small ? 24 : 28, gap: 4, space: small ? 70 : 80, values: timeLabels },
      ...units.map((unit, i): uPlot.Axis => ({
        ...frame,
        scale: `u:${unit}`,
        // The enum of sides exists only in the types of uPlot.
        // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
        side: i === 0 ? 3 : 1,
        show: i < 3,
        space: small ? 28 : 42,
        gap: 6,
        grid: { show: i === 0, stroke: grid, width: 1 },
        values: (_u, splits, _axis, _space, step) => axisLabels(splits, step, unit),
        size: axisWidth,
        ...(baseOf(unit) === 1024 ? { incrs: BINARY_STEPS } : {}),
      })),
    ],
    cursor: {
      y: false,
      points: { size: 6 },
      drag: { x: true, y: false, setScale: false },
      bind: {
        // Shift and the other buttons belong to moving.
        mousedown: (_u, _target, handler) => (event) =>
          event.button === 0 && !event.shiftKey && actions().onSelect ? handler(event) : null,
        dblclick: () => () => {
          actions().onReset?.();
          return null;
        },
      },
    },
    hooks: {
      setSelect: [
        (u) => {
          if (u.select.width > 4) {
            const from = u.posToVal(u.select.left, 'x') * 1000;
            const to = u.posToVal(u.select.left + u.select.width, 'x') * 1000;
            actions().onSelect?.({ from, to });
          }
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
    plugins: [tip(lines)],
  };
}

/** A point that no line reaches has to be drawn as a dot. */
function lonely(u: uPlot, at: number, from: number, to: number): boolean {
  let seen = 0;
  const values = u.data[at] ?? [];
  for (let i = from; i <= to; i++) {
    if (values[i] != null && ++seen > 3) {
      return false;
    }
  }
  return true;
}

/** The reach of a scale: from zero where that costs little, else around the values. */
function span(_u: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null) {
    return [0, 1];
  }
  if (low === high) {
    return low === 0 ? [0, 1] : low > 0 ? [0, low * 1.4] : [low * 1.4, 0];
  }
  const pad = (high - low) * 0.12;
  const bottom = low >= 0 && (low < high * 0.7 || low - pad < 0) ? 0 : low - pad;
  const top = high <= 0 && high + pad > 0 ? 0 : high + pad;
  return [bottom, top];
}

/** Room for the longest label; uPlot asks once before it has any. */
function axisWidth(_u: uPlot, labels: string[] | null): number {
  return Math.max(34, ...(labels ?? []).map((text) => text.length * 6.3 + 14));
}

function timeLabels(
  _u: uPlot,
  splits: number[],
  _axis: number,
  _space: number,
  step: number,
): string[] {
  let day = '';
  return splits.map((split) => {
    const at = dateTime(split * 1000);
    const date = at.slice(5, 10);
    const time = step < 60 ? at.slice(11) : at.slice(11, 16);
    const text = step >= 86_400 ? date : day !== '' && day !== date ? `${date} ${time}` : time;
    day = date;
    return text;
  });
}

function faded(color: string, share: number): string {
  const alpha = Math.round(share * 255)
    .toString(16)
    .padStart(2, '0');
  return `${color}${alpha}`;
}

/** The box beside the cursor with the moment and the value of each line. */
function tip(lines: readonly Line[]): uPlot.Plugin {
  const box = document.createElement('div');
  box.className = 'tip';
  return {
    hooks: {
      init: (u) => {
        u.root.appendChild(box);
        u.over.addEventListener('mouseleave', () => (box.style.display = 'none'));
      },
      setCursor: (u) => {
        const { idx, left = -1, top = -1 } = u.cursor;
        const moment = idx == null ? undefined : u.data[0][idx];
        if (idx == null || moment === undefined || left < 0) {
          box.style.display = 'none';
          return;
        }
        box.replaceChildren(heading(moment * 1000));
        let rows = 0;
        lines.forEach((line, i) => {
          const at = nearest(u.data[i * 3 + 3] ?? [], idx);
          if (line.hidden !== true && at !== undefined && rows < 12) {
            rows++;
            const low = u.data[i * 3 + 2]?.[at];
            const high = u.data[i * 3 + 1]?.[at];
            box.appendChild(tipRow(line, u.data[i * 3 + 3]?.[at] ?? NaN, low, high));
          }
        });
        box.style.display = rows === 0 ? 'none' : 'block';
        const offset = u.over.offsetLeft;
        const room = u.over.clientWidth - left;
        box.style.left =
          room > box.offsetWidth + 24
            ? `${left + offset + 14}px`
            : `${Math.max(0, left + offset - box.offsetWidth - 14)}px`;
        box.style.top = `${Math.max(0, Math.min(top, u.over.clientHeight - box.offsetHeight))}px`;
      },
    },
  };
}

/** The row nearest to `idx` that has a value, within a few rows. */
function nearest(values: ArrayLike<number | null | undefined>, idx: number): number | undefined {
  for (let d = 0; d < 40; d++) {
    if (values[idx - d] != null) {
      return idx - d;
    }
    if (values[idx + d] != null) {
      return idx + d;
    }
  }
  return undefined;
}

function heading(ms: number): HTMLElement {
  const element = document.createElement('div');
  element.className = 'dim num';
  element.textContent = dateTime(ms).slice(0, 10) + ' ' + clock(ms);
  return element;
}

function tipRow(
  line: Line,
  value: number,
  low: number | null | undefined,
  high: number | null | undefined,
): HTMLElement {
  const row = document.createElement('div');
  row.className = 'row';
  const mark = document.createElement('i');
  mark.style.background = line.color;
  const label = document.createElement('span');
  label.textContent = line.label;
  const figure = document.createElement('b');
  figure.textContent = withUnits(value, line.units);
  row.append(mark, label, figure);
  if (low != null && high != null && low !== high) {
    const edges = document.createElement('small');
    edges.className = 'dim num';
    edges.textContent = `${withUnits(low, line.units)} … ${withUnits(high, line.units)}`;
    row.append(edges);
  }
  return row;
}

/** Moving with Shift and the mouse, zooming with Ctrl and the wheel. */
function gestures(u: uPlot, actions: () => Actions): () => void {
  const over = u.over;
  let lastX: number | undefined;
  const down = (event: PointerEvent) => {
    if (actions().onPan && (event.button === 1 || (event.button === 0 && event.shiftKey))) {
      lastX = event.clientX;
      over.setPointerCapture(event.pointerId);
      over.classList.add('panning');
      event.preventDefault();
    }
  };
  const move = (event: PointerEvent) => {
    if (lastX !== undefined) {
      const moved = event.clientX - lastX;
      lastX = event.clientX;
      actions().onPan?.(-moved / over.clientWidth);
    }
  };
  const up = () => {
    lastX = undefined;
    over.classList.remove('panning');
  };
  const wheel = (event: WheelEvent) => {
    const { onZoom, onPan } = actions();
    if (onZoom && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const at = u.posToVal(event.clientX - over.getBoundingClientRect().left, 'x') * 1000;
      onZoom(event.deltaY > 0 ? 1.25 : 0.8, at);
    } else if (onPan && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      onPan(event.deltaX / over.clientWidth);
    }
  };
  over.addEventListener('pointerdown', down);
  over.addEventListener('pointermove', move);
  over.addEventListener('pointerup', up);
  over.addEventListener('wheel', wheel, { passive: false });
  return () => {
    over.removeEventListener('pointerdown', down);
    over.removeEventListener('pointermove', move);
    over.removeEventListener('pointerup', up);
    over.removeEventListener('wheel', wheel);
  };
}
