import { mount } from 'svelte';
import './style/tokens.css';
import './style/base.css';
import './style/swatches.css';
import App from './App.svelte';
import { api } from '$lib/api.ts';
import { router } from '$lib/router.svelte.ts';
import { settings } from '$lib/settings.svelte.ts';
import { workshop } from '$lib/workshop.svelte.ts';

// A house that was renewed while this page was open has other files now: take the page anew.
addEventListener('vite:preloadError', () => location.reload());

// The first answer brings the cookie by which the server knows this device; sockets need it.
const known = api.me().catch(() => undefined);
await settings.start();
if (router.page.name !== 'key') await known; // a key card is opened without anybody's leave, also on a slow train
mount(App, { target: document.getElementById('app')! });
workshop.ask();
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
