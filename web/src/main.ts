import { mount } from 'svelte';
import './style/tokens.css';
import './style/base.css';
import './style/swatches.css';
import App from './App.svelte';
import { settings } from '$lib/settings.svelte.ts';

await settings.start();
mount(App, { target: document.getElementById('app')! });
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js');
