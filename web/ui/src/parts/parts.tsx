import { Button } from '@mantine/core';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Tag } from '../api/types';
import { severityName } from '../format/severity';
import { Icon } from './Icons';

/** The colour of a severity, as the style variable that the sheet reads. */
export function severityStyle(code: number): CSSProperties {
  return { '--sev': `var(--z-sev-${code})` } as CSSProperties;
}

export function Severity({ code }: { code: number }) {
  return (
    <span className="sev" style={severityStyle(code)}>
      {severityName(code)}
    </span>
  );
}

export function Panel({
  title,
  actions,
  children,
  style,
  label,
}: {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  style?: CSSProperties;
  label?: string;
}) {
  return (
    <section className="panel" style={style} aria-label={label}>
      <header>
        <h2 className="ellipsis">{title}</h2>
        <span className="grow" />
        {actions}
      </header>
      {children}
    </section>
  );
}

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Zonda`;
  }, [title]);
  return (
    <div className="pagehead">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

/** Nothing to show, and why. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state" role="status">
      <b>{title}</b>
      {children !== undefined && <span>{children}</span>}
    </div>
  );
}

/** An error in words, with a way to try again. */
export function ErrorNote({ error, onRetry }: { error: string | undefined; onRetry?: () => void }) {
  if (error === undefined) {
    return null;
  }
  return (
    <div className="errornote" role="alert">
      <Icon name="problems" />
      <span style={{ flex: 1 }}>{error}</span>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Grey rows while something loads for the first time. */
export function Skeletons({ rows = 6 }: { rows?: number }) {
  return (
    <div className="pad" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, i) => (
        <div
          key={i}
          className="skeleton"
          style={{ margin: '10px 0', width: `${92 - ((i * 17) % 45)}%` }}
        />
      ))}
    </div>
  );
}

export function Tags({ tags, most = 3 }: { tags: readonly Tag[]; most?: number }) {
  const title = tags.map(tagText).join(', ');
  return (
    <span style={{ display: 'inline-flex', gap: 4 }} title={title}>
      {tags.slice(0, most).map((tag, i) => (
        <span key={i} className="chip ellipsis">
          {tagText(tag)}
        </span>
      ))}
      {tags.length > most && <span className="chip">+{tags.length - most}</span>}
    </span>
  );
}

function tagText(tag: Tag): string {
  return tag.value === '' ? tag.tag : `${tag.tag}: ${tag.value}`;
}

/** The counts of open problems of a host, the worst first; nothing where there are none. */
export function SeverityCounts({ counts }: { counts: readonly number[] }) {
  const some = counts.map((count, code) => ({ count, code })).filter((each) => each.count > 0);
  some.reverse();
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {some.map(({ count, code }) => (
        <span
          key={code}
          className="chip sevcount"
          style={severityStyle(code)}
          title={`${count} × ${severityName(code)}`}
        >
          {count}
        </span>
      ))}
    </span>
  );
}

/** A line without axes. `points` are pairs of a moment and a number. */
export function Sparkline({
  points,
  color = 'var(--z-accent)',
  width = 96,
  height = 22,
  fill = true,
  zero = false,
}: {
  points: readonly (readonly [number, number])[];
  color?: string;
  width?: number;
  height?: number;
  fill?: boolean;
  zero?: boolean;
}) {
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last || points.length < 2) {
    return <svg width={width} height={height} aria-hidden="true" />;
  }
  let low = zero ? 0 : Infinity;
  let high = -Infinity;
  for (const [, value] of points) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const flat = high === low;
  const x = (t: number) => ((t - first[0]) / (last[0] - first[0] || 1)) * width;
  const y = (v: number) =>
    flat ? height / 2 : height - 2 - ((v - low) / (high - low)) * (height - 4);
  const line = points.map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`).join('L');
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ display: 'block' }}
    >
      {fill && (
        <path d={`M0,${height}L${line}L${width},${height}Z`} fill={color} fillOpacity={0.13} />
      )}
      <path
        d={`M${line}`}
        fill="none"
        stroke={color}
        strokeWidth={1.4}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The width of an element as it changes. */
export function useWidth<T extends HTMLElement>(): [React.RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** A value that follows another once that has rested for a while. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
