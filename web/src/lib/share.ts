// Giving something away: the device's own share sheet where there is one, else the clipboard.
import { t } from './i18n.svelte.ts';
import { notices } from './notices.svelte.ts';

export async function share(data: { title: string; text?: string; url?: string }): Promise<void> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    await navigator.share(data).catch(() => undefined); // closing the share sheet is no error
    return;
  }
  await copy([data.text, data.url].filter(Boolean).join('\n'));
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.tell(t('ui.copied'));
  } catch {
    notices.tell(text);
  }
}
