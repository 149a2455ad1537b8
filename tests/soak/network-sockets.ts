/** WebSockets over one tab's line, as pusher-js uses them. Frames keep their order unless the weather shuffles live events. */
import { SOCKET_PATH } from './house.ts'
import type { Line } from './network-line.ts'
import { delayOn, withoutKeys } from './network-line.ts'
import { openWire, type Wire } from './wire.ts'

export interface Sockets {
  dial(): WebSocket
  stall(): void
  break(code?: number): void
  end(): void
}

const CUT = 1006
const REFUSED_MS = 20

export function createSockets(line: Line): Sockets {
  const open = new Set<LineSocket>()
  const endCrashes = line.network.onCrash((node) => {
    for (const socket of [...open]) if (socket.node === node) socket.break(CUT)
  })
  return {
    dial() {
      const socket = new LineSocket(line, () => open.delete(socket))
      open.add(socket)
      return socket as unknown as WebSocket
    },
    stall() {
      for (const socket of open) socket.stall()
    },
    break(code = CUT) {
      for (const socket of [...open]) socket.break(code)
    },
    end() {
      endCrashes()
      for (const socket of [...open]) socket.break(CUT)
    },
  }
}

class LineSocket {
  node: number | null = null
  onopen: (() => void) | undefined
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | undefined
  onerror: ((event: object) => void) | undefined
  readonly #line: Line
  readonly #forget: () => void
  #wire: Wire | null = null
  #isStalled = false
  #isClosed = false
  #lastUpMs = 0
  #lastDownMs = 0

  constructor(line: Line, forget: () => void) {
    this.#line = line
    this.#forget = forget
    line.network.time.after(delayOn(line), () => this.#arrive())
  }

  send(text: string): void {
    this.#line.standstill.run(() => {
      if (this.#isClosed || this.#isStalled) return
      this.#lastUpMs = this.#inOrder(this.#lastUpMs)
      this.#at(this.#lastUpMs, () => this.#isStalled || this.#wire?.send(text))
    })
  }

  close(): void {
    if (this.#isClosed) return
    if (!this.#isStalled) this.#wire?.close()
    this.#closed(1000)
  }

  stall(): void {
    this.#isStalled = true
    this.#line.network.note(`${this.#line.name} its socket stalls`)
  }

  /** A stalled one is broken for the server only: its page has heard nothing for a while and hears nothing of this. */
  break(code: number): void {
    if (code === CUT) this.#wire?.cut()
    else this.#wire?.close()
    if (this.#line.isDead) this.#isClosed = true
    if (!this.#isStalled && !this.#isClosed) this.#closed(code)
    this.#forget()
  }

  #arrive(): void {
    const { network, isOnline, isDead } = this.#line
    const node = isOnline && !isDead && !this.#isClosed ? network.nodeNow() : null
    if (this.#isClosed) return
    if (!node) return void network.time.after(REFUSED_MS, () => this.#fail())
    this.node = node.index
    const { app } = network.house.nodes[node.index] ?? network.house.nodes[0]
    this.#wire = openWire(app, SOCKET_PATH, {
      onText: (text) => this.#receive(network.hasKeys ? text : withoutKeys(text)),
      onClose: (code) => {
        if (this.#isStalled || this.#isClosed) return
        this.#lastDownMs = this.#inOrder(this.#lastDownMs)
        this.#at(this.#lastDownMs, () => this.#closed(code))
      },
    })
    this.#tell(() => this.onopen?.())
  }

  #receive(text: string): void {
    const { random } = this.#line.network
    if (this.#isStalled) return
    const deliver = () => {
      if (this.#isStalled || this.#isClosed || !this.#line.isOnline) return
      if (isLiveEvent(text)) this.#line.network.note(`${this.#line.name} hears ${text.slice(0, 150)}`)
      this.#tell(() => this.#isClosed || this.onmessage?.({ data: text }))
    }
    if (isLiveEvent(text) && random.chance(this.#line.weather.shuffled)) {
      const { time } = this.#line.network
      time.after(delayOn(this.#line) * 4, deliver)
      if (random.chance(0.5)) time.after(delayOn(this.#line), deliver)
      return
    }
    this.#lastDownMs = this.#inOrder(this.#lastDownMs)
    this.#at(this.#lastDownMs, deliver)
  }

  #inOrder(lastMs: number): number {
    return Math.max(lastMs, this.#line.network.time.now() + delayOn(this.#line))
  }

  #at(ms: number, run: () => void): void {
    const { time } = this.#line.network
    time.after(ms - time.now(), run)
  }

  #fail(): void {
    if (this.#isClosed) return
    this.#tell(() => this.onerror?.({ message: 'refused' }))
    this.#closed(CUT)
  }

  #closed(code: number): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (!this.#isStalled) this.#forget()
    this.#tell(() => this.onclose?.({ code, reason: '', wasClean: code !== CUT }))
  }

  #tell(told: () => void): void {
    this.#line.standstill.run(told)
  }
}

const isLiveEvent = (text: string) => !text.includes('"event":"pusher')
