/**
 * Calls webhooks: by https, at public addresses alone, and at no other place than the name stood for when it was looked up. Redirects
 * are not followed.
 */
import { lookup as lookUp } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { WEBHOOK_PATIENCE_MS } from '#shared/contract/search-limits.ts'
import { isPublicAddress } from './public-address.ts'

export interface WebhookSettings {
  /** `host:port` that may be called whatever their address is, by http as well: of this installation's own. */
  alsoHosts: readonly string[]
}

export interface WebhookCall {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface WebhookCaller {
  /** Why this address cannot be called, in words; null when it can. Says nothing of what its name stands for. */
  problemOf(url: string): string | null
  /** Resolves with the status that was answered. Rejects with words for the owner when nothing was. */
  call(call: WebhookCall): Promise<number>
}

export function createWebhookCaller({ alsoHosts }: WebhookSettings): WebhookCaller {
  const isOwn = (url: URL) => alsoHosts.includes(url.host)

  function problemOf(text: string): string | null {
    const url = URL.parse(text)
    if (!url) return 'Enter an address like https://example.com/deals.'
    if (isOwn(url)) return null
    if (url.protocol !== 'https:') return 'The address must begin with https://.'
    if (url.username !== '' || url.password !== '') return 'The address must not hold a password.'
    const host = hostOf(url)
    const isClosed = isIP(host) === 0 ? !host.includes('.') : !isPublicAddress(host)
    return isClosed ? 'The address must be one of the public network.' : null
  }

  return {
    problemOf,
    call({ url: text, headers, body }) {
      const problem = problemOf(text)
      if (problem !== null) return Promise.reject(new Error(problem))
      const url = new URL(text)
      const request = url.protocol === 'https:' ? httpsRequest : httpRequest
      return new Promise((resolve, reject) => {
        const sent = request(url, {
          ...{ method: 'POST', agent: false, signal: AbortSignal.timeout(WEBHOOK_PATIENCE_MS) },
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          ...(isOwn(url) ? {} : { lookup: publicLookup }),
        })
        sent.on('response', (answer) => {
          resolve(answer.statusCode ?? 0)
          // What it has to say is not read.
          answer.destroy()
        })
        sent.on('error', (error) => reject(new Error(wordsOf(error), { cause: error })))
        sent.end(body)
      })
    },
  }
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** The socket is opened to what was looked at here, so a name that changes its meaning in between gains nothing. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new Error(CLOSED), [])
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family ?? 0)
  })
}

const CLOSED = 'The name does not stand for a public address.'

function wordsOf(error: Error): string {
  if (error.message === CLOSED) return CLOSED
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'No answer within 10 seconds.'
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name is not known.'
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  return `The connection failed${code ? ` (${code})` : ''}.`
}
