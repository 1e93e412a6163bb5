import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { messages } from './messages.ts';

// `npm run dev` talks to a Deckname server beside it: `deckname serve`, or whatever DECKNAME_SERVER names.
const server = process.env.DECKNAME_SERVER ?? 'http://localhost:8000';

export default defineConfig({
  plugins: [svelte(), messages(), compress()],
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
  build: {
    outDir: '../src/deckname/assets/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // nothing inline: the server's Content-Security-Policy allows files of its own only
    modulePreload: { polyfill: false },
    target: 'es2022',
    license: { fileName: 'licenses.json' }, // what is bundled: its authors ask for it, and the bill of materials lists it
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/pictures': server } },
});
