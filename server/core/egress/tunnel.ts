/** A TLS connection through the operator's proxy (HTTP CONNECT). The proxy gets the checked address, never a name. */
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, isIPv6, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

export interface TunnelOptions {
  /** With user and password if the proxy needs them. */
  proxyUrl: string
  to: { name: string; address: string; port: number }
  /** Aborts the connection at any stage. */
  signal: AbortSignal
  ca?: string
}

/** Rejects with the code EPROXY if the proxy does not open the tunnel. */
export async function openTunnel({ proxyUrl, to, signal, ca }: TunnelOptions): Promise<TLSSocket> {
  const socket = await connectThrough(new URL(proxyUrl), to, signal)
  const trusted = ca ? { ca } : {}
  // A certificate is issued for a name; an address has none to check.
  const asked = isIP(to.name) === 0 ? { servername: to.name } : { host: to.name }
  const secured = connect({ socket, ...asked, ...trusted })
  signal.addEventListener('abort', () => secured.destroy(), { once: true })
  // The request that uses it gets errors too; this is for the moments without one.
  secured.on('error', () => {})
  return secured
}

const OK = 200

function connectThrough(proxy: URL, to: TunnelOptions['to'], signal: AbortSignal): Promise<Socket> {
  const target = `${isIPv6(to.address) ? `[${to.address}]` : to.address}:${to.port}`
  const { username, password } = proxy
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const options: RequestOptions = {
    method: 'CONNECT',
    path: target,
    agent: false,
    signal,
    headers: {
      host: target,
      ...(username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }),
    },
  }
  const request = proxy.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    // Only host and port: credentials in it would be sent as the wrong header.
    const sent = request(`${proxy.protocol}//${proxy.host}`, options)
    sent.on('connect', (answer, socket, head) => {
      if (answer.statusCode !== OK) {
        socket.destroy()
        return reject(closed(`The proxy answered ${answer.statusCode} to CONNECT.`))
      }
      socket.unshift(head)
      resolve(socket)
    })
    // A proxy without CONNECT answers as to any unknown method.
    sent.on('response', (answer) => {
      answer.destroy()
      reject(closed(`The proxy answered ${answer.statusCode} to CONNECT.`))
    })
    sent.on('error', (error) => reject(signal.aborted ? error : closed(error.message)))
    sent.end()
  })
}

const closed = (words: string) => Object.assign(new Error(words), { code: 'EPROXY' })
