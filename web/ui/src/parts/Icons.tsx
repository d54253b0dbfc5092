const PATHS = {
  overview: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  latest: 'M4 6h16M4 12h16M4 18h10',
  graph: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  problems: 'M12 4 2.8 20h18.4zM12 10v4M12 17v.5',
  hosts: 'M4 4h16v6H4zM4 14h16v6H4zM7.5 7v.1M7.5 17v.1',
  health: 'M3 12h4l2.5-6 4.5 12 2.5-6H21',
  steps: 'M4 6h10M4 12h14M4 18h7M17 4l3 2-3 2',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  check: 'M5 12.5 10 17.5 19.5 7',
  close: 'M6 6l12 12M18 6 6 18',
  left: 'M14.5 5 8 12l6.5 7',
  right: 'M9.5 5 16 12l-6.5 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  play: 'M7 5l12 7-12 7z',
  disk: 'M12 4c4.4 0 8 1.3 8 3s-3.6 3-8 3-8-1.3-8-3 3.6-3 8-3zM4 7v10c0 1.7 3.6 3 8 3s8-1.3 8-3V7M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  trace:
    'M6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM18 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM6 8v4a3 3 0 0 0 3 3h4a3 3 0 0 1 3 3',
  message: 'M4 5h16v11H10l-4 4v-4H4z',
  reload: 'M19 8a8 8 0 1 0 1 5M20 4v5h-5',
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon in the colour of the text. */
export function Icon({ name, size = 17 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0d1b22" />
      <g fill="none" stroke="#2dd4bf" strokeWidth="2.6" strokeLinecap="round">
        <path d="M6 11.5h13a3.5 3.5 0 1 0-3.4-4.4" />
        <path d="M6 17h17.5" stroke="#7dd3fc" />
        <path d="M6 22.5h11a3 3 0 1 1-2.9 3.8" />
      </g>
    </svg>
  );
}
