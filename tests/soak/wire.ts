/** A socket to a server in the same process: a real upgrade and real frames, over a stream instead of a network. */
import type { IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

export interface WireEvents {
  onText(text: string): void
  /** Once; 1006 when it was cut. */
  onClose(code: number): void
}

export interface Wire {
  send(text: string): void
  /** Says goodbye, as a page does that closes its socket. */
  close(): void
  /** Breaks it without a word; both sides see 1006. */
  cut(): void
}

const CUT = 1006
const TEXT = 1
const CLOSE = 8
const NORMAL = Buffer.from([0x03, 0xe8])

export function openWire(app: FastifyInstance, path: string, events: WireEvents): Wire {
  let isClosed = false
  const closed = (code: number) => {
    if (isClosed) return
    isClosed = true
    events.onClose(code)
  }
  const read = frameReader((opcode, payload) => {
    if (isClosed) return
    if (opcode === TEXT) events.onText(payload.toString())
    if (opcode !== CLOSE) return
    stream.push(frame(CLOSE, payload))
    closed(payload.length >= 2 ? payload.readUInt16BE(0) : CUT)
  })
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      read(chunk)
      done()
    },
    destroy(_error, done) {
      closed(CUT)
      done(null)
    },
  })
  app.server.emit('upgrade', upgradeRequest(path), stream, Buffer.alloc(0))
  return {
    send: (text) => void (isClosed || stream.push(frame(TEXT, Buffer.from(text)))),
    close() {
      if (!isClosed) stream.push(frame(CLOSE, NORMAL))
      isClosed = true
    },
    cut() {
      closed(CUT)
      stream.destroy()
    },
  }
}

const upgradeRequest = (url: string) =>
  ({
    method: 'GET',
    url,
    socket: { remoteAddress: '127.0.0.1' },
    headers: {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  }) as unknown as IncomingMessage

/** As a client sends it: masked, with a mask that changes nothing. */
function frame(opcode: number, payload: Buffer): Buffer {
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (isShort ? payload.length : 126)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** Reads a server's answer to the upgrade, then its frames, however they are cut into chunks. */
function frameReader(onFrame: (opcode: number, payload: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isUpgraded = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      isUpgraded = true
      rest = rest.subarray(end + 4)
    }
    for (let size = sizesOf(rest); size && rest.length >= size.head + size.payload; size = sizesOf(rest)) {
      const whole = rest
      rest = rest.subarray(size.head + size.payload)
      onFrame((whole[0] ?? 0) & 0x0f, whole.subarray(size.head, size.head + size.payload))
    }
  }
}

function sizesOf(bytes: Buffer): { head: number; payload: number } | null {
  const short = (bytes[1] ?? 0) & 0x7f
  if (bytes.length < 2) return null
  if (short < 126) return { head: 2, payload: short }
  if (short === 126) return bytes.length < 4 ? null : { head: 4, payload: bytes.readUInt16BE(2) }
  return bytes.length < 10 ? null : { head: 10, payload: Number(bytes.readBigUInt64BE(2)) }
}
