/** A webhook's receiver behind TLS, named `hooks.example`, and a proxy that opens tunnels (HTTP CONNECT) to it. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

export interface Heard {
  path: string
  host: string
  /** The name in the client's TLS greeting. */
  serverName: string
  body: string
}

/** Listens at its own loopback address, on the second port that a webhook may use. `close` ends all connections. */
export async function startHookServer(answer: (request: IncomingMessage, reply: ServerResponse) => void) {
  const heard: Heard[] = []
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const serverName = String((request.socket as TLSSocket).servername)
      const { url: path = '', headers } = request
      heard.push({ path, host: headers.host ?? '', serverName, body: Buffer.concat(parts).toString() })
      answer(request, reply)
    })
  })
  const address = `127.${byte()}.${byte()}.${byte()}`
  return { heard, address, close: await listening(server, { port: PORT, host: address }) }
}

export const PORT = 8443
const byte = () => 1 + Math.floor(Math.random() * 250)

/** Every tunnel leads to `target`, whatever was requested. `status` 200 opens it. */
export async function startProxy(target: string, status: number) {
  const asked: { to: string; authorization: string }[] = []
  const server = createHttpServer()
  server.on('connect', ({ url: to = '', headers }: IncomingMessage, socket: Socket) => {
    asked.push({ to, authorization: headers['proxy-authorization'] ?? '' })
    if (status !== OK) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const beyond = connect(PORT, target, () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'))
    for (const [one, other] of [
      [socket, beyond],
      [beyond, socket],
    ] as const)
      one
        .on('error', () => other.destroy())
        .on('close', () => other.destroy())
        .pipe(other)
  })
  const close = await listening(server, { port: 0, host: '127.0.0.1' })
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const OK = 200

async function listening(server: Server, at: { port: number; host: string }): Promise<() => Promise<void>> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => open.add(socket.on('close', () => open.delete(socket))))
  await new Promise<void>((resolve) => void server.listen(at.port, at.host, resolve))
  return async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => void server.close(resolve))
  }
}

/** Made for these tests, for the name `hooks.example` alone. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5l
eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1ob29rcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIJmP
iQnNF8S1uOrUZDtNuXScc+qbL5cPTr30sFMPbQow21mysvUf4dHHPKL58gV1sAXr
pZZ5zUenOImH57e0oaNMMEowGAYDVR0RBBEwD4INaG9va3MuZXhhbXBsZTAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBQf1ldGnZSTO87FvZZDO3bW2iVNwDAKBggq
hkjOPQQDAgNIADBFAiEAqtCpfLq1NJrsCtpPLSi7IvPrVhWvXeamyzkzhxfxDzYC
IAxtqTVM8AX+VOkMsWFcn9OecZqY852LImw86cwJbpfo
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8jFRKCjxgwGeDmoX
Yv0B19ODc/N6MkIUv4vF/+mKks+hRANCAAQgmY+JCc0XxLW46tRkO025dJxz6psv
lw9OvfSwUw9tCjDbWbKy9R/h0cc8ovnyBXWwBeullnnNR6c4iYfnt7Sh
-----END PRIVATE KEY-----`
