function two(n: number): string {
  return String(n).padStart(2, '0');
}

/** `2026-12-01 14:03:09` in the reader's time zone. */
export function dateTime(ms: number): string {
  const d = new Date(ms);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${clock(ms)}`;
}

/** `14:03:09` in the reader's time zone. */
export function clock(ms: number): string {
  const d = new Date(ms);
  return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
}

/** The time of day when it is today; with the date, and without seconds, when not. */
export function moment(ms: number, now: number): string {
  const at = new Date(ms);
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) {
    return clock(ms);
  }
  const text = dateTime(ms).slice(0, 16);
  return at.getFullYear() === today.getFullYear() ? text.slice(5) : text;
}

/** How long, in two parts: `3d 4h`, `12m 5s`, `8s`. */
export function span(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const d = Math.floor(total / 86_400);
  const h = Math.floor(total / 3600) % 24;
  const m = Math.floor(total / 60) % 60;
  const s = total % 60;
  if (d > 0) {
    return `${d}d ${h}h`;
  }
  if (h > 0) {
    return `${h}h ${m}m`;
  }
  return m > 0 ? `${m}m ${s}s` : `${s}s`;
}
