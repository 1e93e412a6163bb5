// Laying a table, and going to it.
import { api } from './api.ts';
import { notices } from './notices.svelte.ts';
import type { SettingsForm } from './protocol.ts';
import { router } from './router.svelte.ts';

export const layTable = (settings: SettingsForm) =>
  notices.refusals(api.open(settings).then(({ path }) => router.go(path)));
