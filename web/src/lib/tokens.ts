// Other selves of this browser: a television that is nobody, the people who share one device. Each is a device of its own
// to the server, known by a token that is kept here.
import { api } from './api.ts';

export async function otherSelf(name: string, key: string, store: Storage): Promise<string> {
  const kept = store.getItem(key);
  if (kept) return kept;
  const { token } = await api.newDevice(name);
  store.setItem(key, token);
  return token;
}
