/** Speaks clamd's side of its protocol (zINSTREAM and zVERSION), honestly or as `answer` says. */

import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface FakeClamd {
  url: string
  /** The files it was sent, whole. */
  files: Buffer[]
  /** Every connection is closed before it is read. */
  isAway: boolean
  /** It reads no more of a file. What it says about that is lost with the connection once data was sent. */
  maxBytes: number
  /** Given the file; null for a question about the version. The answer is written as it is; undefined leaves the socket to itself. */
  answer: (file: Buffer | null, socket: Socket) => string | undefined
  close(): Promise<void>
}

export const CLEAN = 'stream: OK\0'
export const SIZE_LIMIT = 'INSTREAM size limit exceeded. ERROR\0'

export async function startFakeClamd(): Promise<FakeClamd> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    if (fake.isAway) return socket.destroy()
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}))
    let read = Buffer.alloc(0)
    socket.on('data', (part) => {
      read = Buffer.concat([read, part])
      if (sizeIn(read) > fake.maxBytes) {
        if (read.length === HEADER_BYTES) socket.end(SIZE_LIMIT)
        else socket.resetAndDestroy()
        return
      }
      const file = questionIn(read)
      if (file === undefined) return
      if (file) fake.files.push(file)
      const answer = fake.answer(file, socket)
      if (answer !== undefined) socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const fake: FakeClamd = {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: [],
    isAway: false,
    maxBytes: Number.POSITIVE_INFINITY,
    answer: (file) => (file ? CLEAN : 'ClamAV 1.4.3/27800/Mon Nov 23 2026\0'),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
  return fake
}

const HEADER_BYTES = 'zINSTREAM\0'.length + 4

/** As much as the lengths that were read so far announce. */
function sizeIn(read: Buffer): number {
  let size = 0
  for (let at = HEADER_BYTES - 4; at + 4 <= read.length; ) {
    const length = read.readUInt32BE(at)
    size += length
    at += 4 + length
  }
  return size
}

/** The file of a finished INSTREAM, null for VERSION, undefined while more is to come. */
function questionIn(read: Buffer): Buffer | null | undefined {
  const end = read.indexOf(0)
  if (end === -1) return
  const command = read.subarray(0, end).toString()
  if (command === 'zVERSION') return null
  if (command !== 'zINSTREAM') throw new Error(`No such command: ${command}`)
  const parts: Buffer[] = []
  for (let at = end + 1; at + 4 <= read.length; ) {
    const length = read.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(read.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
}
