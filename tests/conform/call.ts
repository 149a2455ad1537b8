/** One plain HTTP call to the backend that is asked, as the element makes it. */
import type { Endpoint } from '#shared/contract/endpoint.ts'

export interface Backend {
  /** The customer area, e.g. `https://host/customer/api`. */
  readonly api: string
  readonly token: string
  readonly fetch?: typeof fetch
  /** Of the page that asks, as a browser sends it. */
  readonly origin?: string
  /** Hears of each answer but those to a preflight. */
  readonly heard?: (endpoint: Endpoint, response: Response) => void
  /** How long an answer may take, or an event of the socket. */
  readonly patienceMs?: number
}

export interface Asking {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  /** Sent as JSON, or as a form. */
  body?: unknown
  headers?: Record<string, string>
  /** Null sends none; the backend's own by default. */
  token?: string | null
  method?: 'OPTIONS'
}

/** `body` is undefined when the answer is no JSON; `problem` says why there is no answer. */
export type Answer =
  | { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: unknown }
  | { readonly problem: string }

const FORM = 'application/x-www-form-urlencoded'
export const PATIENCE_MS = 15_000
const SHOWN_CHARS = 120

export function addressOf(
  { api }: Backend,
  { at, path }: Pick<Endpoint, 'at' | 'path'>,
  { params = {}, query = {} }: Asking,
): URL {
  const base = at === 'site' ? new URL(api).origin : api.replace(/\/+$/, '')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const url = new URL(base + filled)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}

/** Never rejects. */
export async function call(backend: Backend, endpoint: Endpoint, asking: Asking = {}): Promise<Answer> {
  const token = asking.token === undefined ? backend.token : asking.token
  const ask = backend.fetch ?? fetch
  const isForm = asking.body instanceof URLSearchParams
  try {
    const response = await ask(addressOf(backend, endpoint, asking), {
      method: asking.method ?? endpoint.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(backend.patienceMs ?? PATIENCE_MS),
      headers: {
        accept: 'application/json',
        ...(asking.body === undefined ? {} : { 'content-type': isForm ? FORM : 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(backend.origin === undefined ? {} : { origin: backend.origin }),
        ...asking.headers,
      },
      ...(asking.body === undefined
        ? {}
        : { body: isForm ? String(asking.body) : JSON.stringify(asking.body) }),
    })
    if (asking.method === undefined) backend.heard?.(endpoint, response)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  } catch (error) {
    const cause = (error as { cause?: { message?: string } }).cause?.message
    return { problem: `no answer (${cause ?? (error as Error).message})` }
  }
}

export const bodyOf = (answer: Answer): unknown => ('problem' in answer ? undefined : answer.body)

/** What is wrong with an answer that should have this status and be JSON; null when nothing is. */
export function wrongWith(answer: Answer, statuses: readonly number[]): string | null {
  if ('problem' in answer) return answer.problem
  const { status, body, text } = answer
  const shown = text.replace(/\s+/g, ' ').slice(0, SHOWN_CHARS)
  if (!statuses.includes(status))
    return `the status is ${status}, ${statuses.join(' or ')} is needed; it says: ${shown || 'nothing'}`
  if (body === undefined && status !== 204)
    return `the answer is not JSON: ${shown || 'nothing'}. Laravel answers JSON when the call says "Accept: application/json"`
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
