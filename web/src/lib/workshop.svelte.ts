// What the house is still making: asked once when the app opens, and again only while there is work or trouble.
import { api } from './api.ts';
import { later } from './later.ts';
import type { WorkshopReport } from './protocol.ts';

const AT_WORK = 2000;
const IN_TROUBLE = 10_000;
const READY_SHOWN = 5000;

class WorkshopState {
  now = $state.raw<WorkshopReport>({ in_work: [], trouble: null });
  /** For a moment after all is done. */
  ready = $state(false);
  #asking = false;

  get busy(): boolean {
    return this.now.in_work.length > 0 || this.now.trouble !== null;
  }

  /** Looks what there is to do, if that isn't known anyway. */
  ask(): void {
    if (!this.#asking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    const before = this.busy;
    this.now = await api.workshop().catch(() => this.now);
    this.#asking = this.busy;
    if (this.busy) later(this.now.in_work.length ? AT_WORK : IN_TROUBLE, () => void this.#ask());
    this.ready = before && !this.busy;
    if (this.ready) setTimeout(() => (this.ready = false), READY_SHOWN);
  }
}

export const workshop = new WorkshopState();
