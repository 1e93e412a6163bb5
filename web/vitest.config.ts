import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import app from './vite.config.ts';

export default mergeConfig(
  app,
  defineConfig({
    resolve: { conditions: ['browser'] }, // Svelte as it runs in a browser, not as it writes HTML on a server
    test: {
      environment: 'happy-dom',
      pool: 'threads',
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/page.ts'],
      unstubGlobals: true,
      restoreMocks: true,
    },
  }),
);
