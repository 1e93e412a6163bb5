// One socket to one table. It comes back by itself, tells how it is doing, and answers every command exactly once:
// moves that were under way when the line broke are sent again (the server takes a move once only), the rest is
// reported lost.
import { Rejected } from './api.ts';
import { withoutBidiControls } from './bidi.ts';
import { VERSION, type Request, type Message } from './protocol.ts';

export type Status = 'connecting' | 'open' | 'waiting' | 'closed';
type Answer = Extract<Message, { id: number | null }>;
type Unnumbered<C> = C extends Request ? Omit<C, 'id'> : never;
export type Wish = Unnumbered<Request>;

interface Pending {
  command: Request;
  again: boolean;
  resolve: (answer: Answer) => void;
  reject: (problem: Rejected) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const STALE_AFTER = 20_000;
const FATAL_CLOSE = 4400; // the server closes with 4400 and above when coming back is of no use

export class Connection {
  status = $state<Status>('connecting');
  retryAt = $state(0);
  /** Why the connection is closed for good. */
  farewell = $state<string | null>(null);
  /** Until when, if the server said so. */
  until = $state<number | null>(null);

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextId = 1;
  #pending = new Map<number, Pending>();
  #hiddenAt = 0;
  #lastWord = '';

  constructor(
    readonly table: string,
    private readonly receive: (message: Message) => void,
    private readonly token?: string,
  ) {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#visibility);
    this.#open();
  }

  close(): void {
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#visibility);
    clearTimeout(this.#timer);
    this.status = 'closed';
    this.#socket?.close();
  }

  /** Sends a command; the promise is the server's answer, or a `Rejected` with its code. */
  send(wish: Wish): Promise<Answer> {
    const id = this.#nextId++;
    const command = { ...wish, id } as Request;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { command, again: 'ply' in command, resolve, reject });
      if (this.status === 'open') this.#socket!.send(JSON.stringify(command));
      else if (this.status === 'closed' || !('ply' in command)) this.#fail(id, 'offline');
    });
  }

  retry = (): void => {
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#open();
  };

  #open(): void {
    const address = new URL(`/api/tables/${this.table}/socket`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address, this.token ? ['deckname', `bearer.${this.token}`] : []);
    this.#socket?.close();
    this.#socket = socket;
    this.status = 'connecting';
    socket.onmessage = (event) =>
      socket === this.#socket && this.#hear(JSON.parse(withoutBidiControls(event.data as string)) as Message);
    socket.onclose = (event) => socket === this.#socket && this.#broken(event.code);
  }

  #hear(message: Message): void {
    if (message.type === 'welcome') {
      if (message.protocol !== VERSION) this.#end('new_version');
      return;
    }
    if (message.type === 'bye' && !message.retry) this.#end(message.reason);
    if (message.type === 'refused' && message.id === null) {
      this.#lastWord = message.code;
      this.until = typeof message.details.until === 'number' ? message.details.until : null;
    }
    if ('id' in message && message.id !== null) this.#settle(message.id, message);
    this.receive(message);
    if (message.type === 'state' && this.status !== 'open') this.#opened();
  }

  #opened(): void {
    this.status = 'open';
    this.#wait = FIRST_WAIT;
    for (const { command } of this.#pending.values()) this.#socket!.send(JSON.stringify(command));
  }

  #settle(id: number, answer: Answer): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    if (answer.type === 'refused') pending.reject(new Rejected(answer.code, answer.details));
    else pending.resolve(answer);
  }

  #fail(id: number, code: string): void {
    this.#pending.get(id)?.reject(new Rejected(code));
    this.#pending.delete(id);
  }

  #broken(code: number): void {
    for (const [id, { again }] of this.#pending) if (!again) this.#fail(id, 'lost');
    if (this.status === 'closed') return;
    if (code >= FATAL_CLOSE) return this.#end(this.#lastWord);
    this.status = 'waiting';
    const jitter = this.#wait * (0.7 + Math.random() * 0.6);
    this.retryAt = Date.now() + jitter;
    this.#wait = Math.min(this.#wait * 1.8, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.#open(), jitter);
  }

  #end(reason: string): void {
    this.farewell = reason;
    this.close();
    for (const id of this.#pending.keys()) this.#fail(id, 'lost');
  }

  #wake = (): void => {
    if (this.status === 'waiting') this.retry();
  };

  #offline = (): void => {
    if (this.status === 'open') this.#socket!.close();
  };

  /** A phone that slept may hold a socket that is dead without knowing: a fresh one costs a blink. */
  #visibility = (): void => {
    if (document.hidden) this.#hiddenAt = Date.now();
    else if (this.status === 'waiting' || Date.now() - this.#hiddenAt > STALE_AFTER) this.retry();
  };
}
