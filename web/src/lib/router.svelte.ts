// Where the app is: the address bar is the only state, so that reload, back and shared links just work.

export type Page =
  | { name: 'home' }
  | { name: 'new'; edition: string | null }
  | { name: 'alone' }
  | { name: 'television' }
  | { name: 'settings' }
  | { name: 'print'; edition: string | null }
  | { name: 'ask' }
  | { name: 'table'; id: string }
  | { name: 'screen'; id: string }
  | { name: 'pass'; id: string | null }
  | { name: 'replay'; id: string; game: number }
  | { name: 'key' }
  | { name: 'campaign'; team: string | null; invitation: string | null; map: string | null }
  | { name: 'gallery' }
  | { name: 'lost' };

const ROUTES: readonly [RegExp, (found: RegExpExecArray, query: URLSearchParams) => Page][] = [
  [/^\/$/, () => ({ name: 'home' })],
  [/^\/new$/, (_, query) => ({ name: 'new', edition: query.get('edition') })],
  [/^\/alone$/, () => ({ name: 'alone' })],
  [/^\/tv$/, () => ({ name: 'television' })],
  [/^\/print$/, (_, query) => ({ name: 'print', edition: query.get('edition') })],
  [/^\/ask$/, () => ({ name: 'ask' })],
  [/^\/k(ey)?$/, () => ({ name: 'key' })],
  [/^\/settings$/, () => ({ name: 'settings' })],
  [/^\/pass$/, () => ({ name: 'pass', id: null })],
  [/^\/pass\/([\w-]+)$/, (found) => ({ name: 'pass', id: found[1]! })],
  [/^\/t\/([\w-]+)$/, (found) => ({ name: 'table', id: found[1]! })],
  [/^\/t\/([\w-]+)\/screen$/, (found) => ({ name: 'screen', id: found[1]! })],
  [/^\/t\/([\w-]+)\/games\/(\d+)$/, (found) => ({ name: 'replay', id: found[1]!, game: Number(found[2]) })],
  [/^\/campaign$/, () => ({ name: 'campaign', team: null, invitation: null, map: null })],
  [/^\/campaign\/join\/([\w-]+)$/, (found) => ({ name: 'campaign', team: null, invitation: found[1]!, map: null })],
  [/^\/campaign\/map\/(\w+)$/, (found) => ({ name: 'campaign', team: null, invitation: null, map: found[1]! })],
  [/^\/campaign\/([\w-]+)$/, (found) => ({ name: 'campaign', team: found[1]!, invitation: null, map: null })],
  [/^\/gallery$/, () => ({ name: import.meta.env.DEV ? 'gallery' : 'lost' })],
];

export function pageOf(path: string, query: string): Page {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return page(found, new URLSearchParams(query));
  }
  return { name: 'lost' };
}

class Router {
  page = $state<Page>(pageOf(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.#read();
    scrollTo(0, 0);
  }

  /** For <a href> within the app: plain clicks stay in the page, all others are the browser's. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  };

  #read(): void {
    this.page = pageOf(location.pathname, location.search);
  }
}

export const router = new Router();
