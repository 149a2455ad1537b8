/**
 * What stands in front of several servers, as small as can be: passes connections on to the first of its targets that takes
 * them, and breaks them with the server they led to. Knows nothing of HTTP, so calls and sockets fare alike.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  readonly url: string
  /** The port of the server that has the latest connection. */
  readonly leadsTo: () => number | null
  close(): Promise<void>
}

/** `ports` in the order in which they are tried for each new connection. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let latest: number | null = null
  const server = createServer((near) => {
    near.pause()
    open.add(near)
    near.on('error', () => {})
    near.on('close', () => open.delete(near))
    pass(near, ports)
  })

  function pass(near: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    far.once('error', () => pass(near, others))
    far.once('connect', () => {
      latest = port
      far.removeAllListeners('error')
      far.on('error', () => near.destroy())
      far.on('close', () => near.destroy())
      near.on('close', () => far.destroy())
      near.pipe(far)
      far.pipe(near)
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadsTo: () => latest,
    close() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
