/** Where the launcher's bearer comes from, and the one number it asks for before the messenger is there. */
import type { LauncherSettings } from './settings.ts'

/** Asks the host's own address for a token. Rejects when it has none to give. */
export async function fetchToken(tokenUrl: string): Promise<string> {
  const reply = await getJson(tokenUrl, {}, 'same-origin')
  const token = reply.token ?? (reply.data as Json | undefined)?.token
  if (typeof token !== 'string' || token === '') throw new Error('the token address answered without a token')
  return token
}

/** Unread messages over all conversations; 0 when the backend does not say. */
export async function fetchUnread({ apiBase }: LauncherSettings, token: string): Promise<number> {
  const url = `${apiBase.replace(/\/+$/, '')}/auth/user`
  const reply = await getJson(url, { Authorization: `Bearer ${token}` }, 'omit')
  return Number((reply.data as Json | undefined)?.unread_total) || 0
}

type Json = Record<string, unknown>

async function getJson(
  url: string,
  headers: Record<string, string>,
  credentials: RequestCredentials,
): Promise<Json> {
  const response = await fetch(url, { headers: { Accept: 'application/json', ...headers }, credentials })
  if (!response.ok) throw new Error(`${new URL(url, location.href).pathname} answered ${response.status}`)
  return response.json()
}
