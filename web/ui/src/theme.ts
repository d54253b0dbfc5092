import { createTheme, type MantineColorsTuple } from '@mantine/core';

const wind: MantineColorsTuple = [
  '#e3fbf7',
  '#c8f4ec',
  '#98e8da',
  '#64dcc7',
  '#3cd1b7',
  '#22c3a8',
  '#14ae96',
  '#0b8f7c',
  '#087064',
  '#04524a',
];

const dark: MantineColorsTuple = [
  '#d5dee6',
  '#aebac5',
  '#8494a2',
  '#5b6b79',
  '#2d3a46',
  '#22303b',
  '#172129',
  '#111a21',
  '#0c1319',
  '#080d12',
];

export const theme = createTheme({
  primaryColor: 'wind',
  primaryShade: { light: 7, dark: 6 },
  colors: { wind, dark },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily:
    "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace",
  fontSizes: { xs: '11.5px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '28px' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: true, fz: 'xs' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { duration: 100 },
      },
    },
  },
});

/** Colours of lines, told apart on dark and on light, the first ones also by the colour-blind. */
export const LINE_COLORS = [
  '#2bb8a3',
  '#4f9cf0',
  '#f0a03c',
  '#c678dd',
  '#e5646b',
  '#9bc53d',
  '#38bdf8',
  '#f472b6',
  '#c9a227',
  '#8b93f8',
] as const;

export function lineColor(index: number): string {
  return LINE_COLORS[index % LINE_COLORS.length] ?? LINE_COLORS[0];
}
