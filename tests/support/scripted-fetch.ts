/** A `fetch` that answers by method and path what a test wrote down, and remembers what it was asked. */

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
}

export interface Answer {
  status?: number
  /** An object is sent as JSON, a text as an HTML page. */
  body?: unknown
  headers?: Record<string, string>
}

/** `offline` stands for no answer at all. A promise lets a test hold the answer back. */
export type Answering = (asked: Asked) => Answer | 'offline' | Promise<Answer | 'offline'>

export interface ScriptedFetch {
  readonly fetch: typeof fetch
  readonly asked: Asked[]
  /** The last word on a call counts. `path` may contain `*` for one segment. */
  on(call: `${string} ${string}`, answering: Answering | Answer | 'offline'): void
  /** What was asked of a path, e.g. `GET /customer/api/auth/user`. */
  of(call: `${string} ${string}`): Asked[]
}

export function scriptedFetch(): ScriptedFetch {
  const script = new Map<string, Answering>()
  const asked: Asked[] = []

  const matches = (pattern: string, call: string) =>
    new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+')}$`).test(call)
  const callOf = ({ method, url }: Asked) => `${method} ${url.pathname}`

  return {
    asked,
    of: (call) => asked.filter((each) => matches(call, callOf(each))),
    on(call, answering) {
      script.delete(call)
      script.set(call, typeof answering === 'function' ? answering : () => answering)
    },
    async fetch(input, init) {
      const request = new Request(input, init)
      const { method, headers } = request
      const one: Asked = { method, headers, url: new URL(request.url), body: await request.text() }
      asked.push(one)
      const [, answering] = [...script].findLast(([pattern]) => matches(pattern, callOf(one))) ?? []
      const answer = await (answering?.(one) ?? { status: 404, body: { message: '' } })
      if (answer === 'offline') throw new TypeError('fetch failed')
      return responseOf(answer)
    },
  }
}

function responseOf({ status = 200, body, headers = {} }: Answer): Response {
  const isPage = typeof body === 'string'
  const type = isPage ? 'text/html; charset=UTF-8' : 'application/json'
  const text = body === undefined ? null : isPage ? body : JSON.stringify(body)
  return new Response(text, { status, headers: { 'Content-Type': type, ...headers } })
}
