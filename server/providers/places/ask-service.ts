/** One question to a places service over HTTP. Its address is never logged or told on: it carries the key and what somebody typed. */
import * as z from 'zod/mini'

const TIMEOUT_MS = 2500

/** Rejects when the service does not answer in time, answers with an error, or with something else than `shape`. */
export async function askService<T extends z.ZodMiniType>(url: URL, shape: T): Promise<z.output<T>> {
  let response: Response
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    throw new Error(`The places service ${url.host} does not answer.`)
  }
  if (!response.ok) throw new Error(`The places service ${url.host} answered ${response.status}.`)
  const parsed = z.safeParse(shape, await response.json().catch(() => null))
  if (!parsed.success) throw new Error(`The places service ${url.host} answered in an unknown form.`)
  return parsed.data
}

/** An address of the service below its base, with its query. */
export function serviceUrl(base: string, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(base.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
