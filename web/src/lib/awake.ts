// A phone that sleeps in the middle of a clue, or a television that does, helps nobody: the screen stays on during a game.

/** Keeps the screen on until told otherwise; where the device won't, nothing happens. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function ask(): Promise<void> {
    if (document.hidden || over) return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (over) void lock?.release();
  }

  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
