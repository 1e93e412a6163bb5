// What the app finds on its page and in every browser, and happy-dom has not.
import { vi } from 'vitest';

document.head.innerHTML = '<meta name="theme-color" content="">';
Object.defineProperty(document, 'fonts', { value: { load: () => Promise.resolve([]) }, configurable: true });
vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
