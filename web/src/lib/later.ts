/** Does something after so many milliseconds, but not while nobody looks: then as soon as somebody does again. */
export function later(milliseconds: number, act: () => void): void {
  setTimeout(() => {
    if (!document.hidden) act();
    else document.addEventListener('visibilitychange', act, { once: true });
  }, milliseconds);
}
