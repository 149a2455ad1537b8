/** How Recurly's library reaches its API: by fetch, with a limit of time, and in tests at another address. */
import recurly from 'recurly'

/** Not in the library's own types. */
interface Library {
  HttpAdapter: new () => object
  HttpResponse: new (status: number, headers: Record<string, string>, body: string) => object
}
const library = recurly as unknown as Library

const TIMEOUT_MS = 10_000

/** Rejects when nothing answered in time; an answer that says no is an answer. */
export function createTransport(origin: string | undefined): object {
  return new (class extends library.HttpAdapter {
    async execute(method: string, url: string, headers: Record<string, string>, body: string | null) {
      const { pathname, search } = new URL(url)
      const answer = await fetch(origin ? `${origin}${pathname}${search}` : url, {
        ...{ method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) },
        ...(body === null ? {} : { body }),
      })
      return new library.HttpResponse(answer.status, Object.fromEntries(answer.headers), await answer.text())
    }
  })()
}
