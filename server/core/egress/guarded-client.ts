/**
 * Posts to addresses chosen by users: webhooks, and the push service that a browser names. Only https on its usual ports, only to
 * public addresses, at the address that was checked. The name is resolved once, so changing it afterwards has no effect. Redirects are
 * not followed, the body of the response is not read, and one time limit covers the whole call.
 */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { openTunnel } from './tunnel.ts'

export interface EgressSettings {
  /** `host:port` of the operator's own services: called directly, at any address, and by http as well. */
  alsoHosts: readonly string[]
  /** `http://` or `https://` address of a proxy for everything else (CONNECT), with its password if it has one. */
  proxyUrl?: string
}

/** For tests, instead of the real network. */
export interface EgressDeps {
  resolve?: (host: string) => Promise<LookupAddress[]>
  isPublic?: (address: string) => boolean
  /** A certificate authority to trust, in PEM. */
  ca?: string
}

export interface GuardedCall {
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  /** From resolving the name to the status of the response. */
  timeoutMs: number
}

export interface GuardedClient {
  /** Why this address cannot be called, in words for its owner; null if it can. Does not reveal what its name resolves to. */
  problemOf(url: string): string | null
  /** Resolves with the status of the response. Rejects with words for the owner if there was none. */
  call(call: GuardedCall): Promise<number>
}

export function createGuardedClient(settings: EgressSettings, deps: EgressDeps = {}): GuardedClient {
  const { alsoHosts, proxyUrl } = settings
  const { resolve = (host) => lookup(host, { all: true }), isPublic = isPublicAddress, ca } = deps

  async function optionsFor(url: URL, signal: AbortSignal): Promise<RequestOptions> {
    if (alsoHosts.includes(url.host)) return { agent: false }
    const trusted = ca ? { ca } : {}
    const addresses = await publicAddressesOf(hostOf(url), { resolve, isPublic })
    const [first] = addresses
    if (!proxyUrl || !first) return { agent: false, lookup: pinnedTo(addresses), ...trusted }
    const to = { name: hostOf(url), address: first.address, port: Number(url.port) || HTTPS_PORT }
    const socket = await openTunnel({ proxyUrl, to, signal, ...trusted })
    return { createConnection: () => socket }
  }

  async function call({ url: text, headers, body, timeoutMs }: GuardedCall): Promise<number> {
    const problem = problemOf(text, alsoHosts)
    if (problem !== null) throw new Error(problem)
    const url = new URL(text)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const options = await until(signal, optionsFor(url, signal))
      return await until(signal, post(url, { ...options, headers, body, signal }))
    } catch (error) {
      throw new Error(wordsOf(error as Error, timeoutMs), { cause: error })
    }
  }

  return { problemOf: (url) => problemOf(url, alsoHosts), call }
}

const HTTPS_PORT = 443
const PORTS = ['', '8443']
const MAX_HEADER_BYTES = 16_384

function problemOf(text: string, alsoHosts: readonly string[]): string | null {
  const url = URL.parse(text)
  if (!url) return 'Enter an address like https://example.com/deals.'
  if (url.username !== '' || url.password !== '') return 'The address must not contain a password.'
  if (alsoHosts.includes(url.host)) return null
  if (url.protocol !== 'https:') return 'The address must begin with https://.'
  if (!PORTS.includes(url.port)) return 'The port must be 443 or 8443.'
  const host = hostOf(url)
  const isPrivate = isIP(host) === 0 ? !host.includes('.') : !isPublicAddress(host)
  return isPrivate ? 'The address must be on the public internet.' : null
}

/** Without the brackets of an IPv6 address and the dot that may end a name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, '')

/** All of them, or none: a name with one private address among public ones is an attack or a mistake. */
async function publicAddressesOf(
  host: string,
  { resolve, isPublic }: Required<Pick<EgressDeps, 'resolve' | 'isPublic'>>,
): Promise<LookupAddress[]> {
  const family = isIP(host)
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
  if (addresses.length === 0 || addresses.some(({ address }) => !isPublic(address)))
    throw new Refused('The name does not lead to the public internet.')
  return addresses
}

const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }

function post(url: URL, { body, ...options }: RequestOptions & Pick<GuardedCall, 'body'>): Promise<number> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { ...options, method: 'POST', maxHeaderSize: MAX_HEADER_BYTES, headers })
    sent.on('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    sent.on('error', reject)
    // A receiver that switches protocols gives no response, and Node reports no error.
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('The receiver switched protocols.'))
    })
    sent.on('close', () => reject(new Error('The receiver closed the connection.')))
    sent.end(body)
  })
}

/** Neither a lookup nor every answer of a receiver can be canceled; the call does not wait beyond the limit. */
function until<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

/** Its message is for the owner of the address. */
class Refused extends Error {}

function wordsOf(error: Error, timeoutMs: number): string {
  if (error instanceof Refused) return error.message
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `No answer within ${timeoutMs / 1000} seconds.`
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name is not known.'
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  return `The connection failed${code ? ` (${code})` : ''}.`
}
