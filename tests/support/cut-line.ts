/** A line between a browser and a server that lets so much of an upload through and no more, until it is cut or opened. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CutLine {
  /** The server, seen through the line. */
  readonly url: string
  /** Uploads stop after this many bytes; null lets everything through. Tells nobody: the line is just silent. */
  hold(afterBytes: number | null): void
  /** Breaks the connections that are held, and from now on every upload at that point: a browser tries once more by itself. */
  cut(): void
  close(): Promise<void>
}

/** `isUpload` is asked for the beginning of each request. */
export async function startCutLine(target: string, isUpload: (head: string) => boolean): Promise<CutLine> {
  const { port } = new URL(target)
  const held = new Set<Socket>()
  const open = new Set<Socket>()
  let limit: number | null = null
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    let sent: number | null = null
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        for (const end of [near, far]) {
          end.destroy()
          open.delete(end)
          held.delete(end)
        }
      })
    }
    far.on('data', (chunk) => near.write(chunk))
    near.on('data', (chunk) => {
      if (isUpload(chunk.toString('latin1'))) sent = 0
      if (sent !== null) sent += chunk.length
      if (sent !== null && limit !== null && sent > limit) {
        if (isCut) return void near.resetAndDestroy()
        near.pause()
        held.add(near)
      } else far.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    hold(afterBytes) {
      limit = afterBytes
      isCut = false
    },
    cut() {
      isCut = true
      for (const socket of [...held]) socket.resetAndDestroy()
    },
    close() {
      for (const socket of [...open]) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
