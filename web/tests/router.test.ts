import { beforeEach, expect, test } from 'vitest';
import { pageOf, router } from '../src/lib/router.svelte.ts';

beforeEach(() => router.go('/'));

test.each([
  ['/', '', { name: 'home' }],
  ['/new', '', { name: 'new', edition: null }],
  ['/new', '?edition=duet', { name: 'new', edition: 'duet' }],
  ['/settings', '', { name: 'settings' }],
  ['/key', '', { name: 'key' }],
  ['/k', '', { name: 'key' }],
  ['/pass', '', { name: 'pass', id: null }],
  ['/pass/a_b-9', '', { name: 'pass', id: 'a_b-9' }],
  ['/t/a_b-9', '', { name: 'table', id: 'a_b-9' }],
  ['/t/a_b-9/screen', '', { name: 'screen', id: 'a_b-9' }],
  ['/t/a_b-9/games/12', '', { name: 'replay', id: 'a_b-9', game: 12 }],
])('%s%s leads to its page', (path, query, page) => {
  expect(pageOf(path, query)).toEqual(page);
});

test.each(['/t/', '/t/a/b', '/t/a/games/x', '/t/a/games/', '/new/', '/settings2', '//', '/t/a%20b'])(
  '%s leads nowhere, and says so',
  (path) => {
    expect(pageOf(path, '')).toEqual({ name: 'lost' });
  },
);

test('going somewhere changes the address and the page', () => {
  router.go('/new?edition=duet');
  expect(location.pathname + location.search).toBe('/new?edition=duet');
  expect(router.page).toEqual({ name: 'new', edition: 'duet' });
});

function click(html: string, pressed: MouseEventInit = {}): MouseEvent {
  document.body.innerHTML = html;
  const event = new MouseEvent('click', { cancelable: true, ...pressed });
  Object.defineProperty(event, 'target', { value: document.body.querySelector('span') });
  router.follow(event);
  return event;
}

test('a plain click on a link of ours stays in the page', () => {
  expect(click('<a href="/t/abc"><span>go</span></a>').defaultPrevented).toBe(true);
  expect(router.page).toEqual({ name: 'table', id: 'abc' });
});

test.each<[string, string, MouseEventInit]>([
  ['with Ctrl', '<a href="/settings"><span>go</span></a>', { ctrlKey: true }],
  ['with ⌘', '<a href="/settings"><span>go</span></a>', { metaKey: true }],
  ['with the middle button', '<a href="/settings"><span>go</span></a>', { button: 1 }],
  ['on what is no link', '<p><span>go</span></p>', {}],
  ['on a link to a new tab', '<a href="/settings" target="_blank"><span>go</span></a>', {}],
  ['on a download', '<a href="/settings" download><span>go</span></a>', {}],
  ['on a link to elsewhere', '<a href="https://example.org/settings"><span>go</span></a>', {}],
])('a click %s is the browser’s', (_, html, pressed) => {
  expect(click(html, pressed).defaultPrevented).toBe(false);
  expect(router.page).toEqual({ name: 'home' });
});
