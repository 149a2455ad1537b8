/** Where the launcher's bearer comes from, and the one number it asks for before the messenger is there. */

/** Asks the host's own address for a token; undefined when it has none to give. */
export const fetchToken = async (tokenUrl: string): Promise<string | undefined> => {
  const { token, data } = await getJson(tokenUrl)
  return token ?? data?.token
}

/** Unread messages over all conversations; 0 when the backend does not say. */
export const fetchUnread = async (apiBase: string, token: string): Promise<number> => {
  const url = `${apiBase.replace(/\/+$/, '')}/auth/user`
  const { data } = await getJson(url, {
    headers: { ...JSON_ONLY, Authorization: `Bearer ${token}` },
    credentials: 'omit',
  })
  return Number(data?.unread_total) || 0
}

const JSON_ONLY = { Accept: 'application/json' }

interface Reply {
  readonly token?: string
  /** Signed by the page's server, to be exchanged for a token (`site-key/`). */
  readonly assertion?: string
  readonly data?: { readonly token?: string; readonly unread_total?: unknown }
}

/**
 * A refusal has nothing in it of what is looked for, so nobody asks for its status. A server in trouble has not said who is logged in:
 * that is a TypeError, as if nothing had come.
 */
export const getJson = async (url: string, init: RequestInit = { headers: JSON_ONLY }): Promise<Reply> => {
  const reply = await fetch(url, init)
  if (reply.status < 500) return (await reply.json()) ?? {}
  throw new TypeError()
}
