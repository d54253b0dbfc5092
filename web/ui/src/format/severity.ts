/** The names of severities by code, as in Zabbix. */
export const SEVERITIES = [
  'Not classified',
  'Information',
  'Warning',
  'Average',
  'High',
  'Disaster',
] as const;

export function severityName(code: number): string {
  return SEVERITIES[code] ?? `Severity ${code}`;
}

/** The most severe first. */
export const SEVERITY_CODES = [5, 4, 3, 2, 1, 0] as const;
