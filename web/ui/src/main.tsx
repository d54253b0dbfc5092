import '@mantine/core/styles.css';
import 'uplot/dist/uPlot.min.css';
import './app.css';
import {
  MantineProvider,
  type MantineColorScheme,
  type MantineColorSchemeManager,
} from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { theme } from './theme';

const KEY = 'zonda-scheme';

const scheme: MantineColorSchemeManager = {
  get: (fallback) => {
    const kept = localStorage.getItem(KEY);
    return kept === 'dark' || kept === 'light' || kept === 'auto' ? kept : fallback;
  },
  set: (value: MantineColorScheme) => localStorage.setItem(KEY, value),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => localStorage.removeItem(KEY),
};

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="dark" colorSchemeManager={scheme}>
        <App />
      </MantineProvider>
    </StrictMode>,
  );
}
