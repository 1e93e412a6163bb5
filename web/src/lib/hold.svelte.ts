// Press and hold: something happens when a finger stays long enough, and the tap that ends it then means nothing.

const LONG = 650; // as long as the bar under a held card takes to fill

export class Hold {
  pressing = $state(false);
  #done = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly act: () => void) {}

  begin({ button, isPrimary }: PointerEvent): void {
    this.#done = false;
    if (button !== 0 || !isPrimary) return;
    this.pressing = true;
    this.#timer = setTimeout(() => {
      this.#done = true;
      this.pressing = false;
      this.act();
    }, LONG);
  }

  /** Whether this click is only the end of a press that was held: asked once. */
  get spent(): boolean {
    const spent = this.#done;
    this.#done = false;
    return spent;
  }

  end = (): void => {
    clearTimeout(this.#timer);
    this.pressing = false;
  };
}
