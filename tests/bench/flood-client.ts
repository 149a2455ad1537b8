/** The attacker of `flood.ts`, a separate process: as many sockets as possible, each at full speed, reconnecting at once when closed. */
import { connect, type Socket } from 'node:net'
import { answerParent } from './child.ts'
import { BENCH_APP } from './sockets-words.ts'

/** `openings` are upgrades with nothing after them. */
export type Flood = 'frames' | 'subscriptions' | 'control frames' | 'openings'

const SOCKETS = 300
/** Frames of one write, made once: the attacker's own work must not be measured. */
const FRAMES = 500
const TEXT = 0x81
const CONTROL_PING = 0x89

const PING = JSON.stringify({ event: 'pusher:ping', data: {} })
const SUBSCRIBE = JSON.stringify({
  event: 'pusher:subscribe',
  data: { channel: 'private-App.Models.Customer.7', auth: `${BENCH_APP.key}:${'0'.repeat(64)}` },
})
const HEAPS: Record<Flood, Buffer | null> = {
  frames: heapOf(frame(TEXT, PING)),
  subscriptions: heapOf(frame(TEXT, SUBSCRIBE)),
  'control frames': heapOf(frame(CONTROL_PING, 'x')),
  openings: null,
}

const UPGRADE = [
  `GET /app/${BENCH_APP.key}?protocol=7 HTTP/1.1`,
  'Host: bench',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '\r\n',
].join('\r\n')

let isOn = false
const open = new Set<Socket>()

function flood(port: number, heap: Buffer | null): void {
  if (!isOn) return
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  socket.write(UPGRADE)
  socket.once('data', (answer) => {
    if (heap && answer.toString('latin1').startsWith('HTTP/1.1 101')) pour(socket, heap)
    else socket.destroy()
  })
  socket.on('drain', () => heap && pour(socket, heap))
  socket.on('error', () => {})
  socket.on('close', () => {
    open.delete(socket)
    setImmediate(flood, port, heap)
  })
}

function pour(socket: Socket, heap: Buffer): void {
  while (isOn && socket.writable && socket.write(heap));
}

answerParent(
  {
    start({ port, kind }: { port: number; kind: Flood }) {
      isOn = true
      for (let n = 0; n < SOCKETS; n += 1) flood(port, HEAPS[kind])
    },
    stop() {
      isOn = false
      for (const socket of open) socket.destroy()
    },
  },
  async () => {},
)

/** Masked, as a client's frames must be, with a mask that changes nothing. */
function frame(opcode: number, text: string): Buffer {
  const { length } = text
  const head =
    length < 126 ? [opcode, 0x80 | length] : [opcode, 0x80 | 126, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)])
}

function heapOf(one: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: FRAMES }, () => one))
}
