import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running server. */
const server = process.env.ZONDA_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: '../target/classes/zonda/web/ui',
    emptyOutDir: true,
    // The licences of what is bundled, served beside it.
    license: { fileName: 'licenses.md' },
    // One script and one sheet: the page works from a slow link and from a strict content policy.
    chunkSizeWarningLimit: 900,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': server,
      '/api_jsonrpc.php': server,
      '/diag': server,
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
});
