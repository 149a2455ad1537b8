/** HTTP over one tab's line: `fetch` as a page has it, with everything that may happen to a request and its answer. */
import type { Line, NodeNow } from './network-line.ts'
import { delayOn, withoutKeys } from './network-line.ts'

export interface Calls {
  readonly fetch: typeof fetch
  /** The page that asked is gone. */
  abandon(): void
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly isKeptAlive: boolean
  readonly signal: AbortSignal
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Everything chance decides of a call, drawn when it sets out, so that it does not depend on what happens meanwhile. */
interface Fate {
  readonly upMs: number
  readonly downMs: number
  readonly isLostUp: boolean
  readonly isLostDown: boolean
  readonly proxyUp: boolean
  readonly proxyDown: boolean
  readonly againMs: number | null
  /** The missing part of the answer: nothing, its end, or the error itself. */
  readonly half: 'no' | 'cut' | 'hangs'
  /** Arrives although it was called off on the way. */
  readonly isPersistent: boolean
}

const REFUSED_MS = 15
const PROXY_STATUS = 503

export function createCalls(line: Line): Calls {
  const { network } = line
  const { time, house } = network
  const abandoned = new AbortController()
  let count = 0

  async function serve(node: NodeNow, asked: Asked): Promise<Answer> {
    const { app } = house.nodes[node.index] ?? house.nodes[0]
    const response = await app.inject({
      method: asked.method as 'GET',
      url: asked.path,
      headers: asked.headers,
      ...(asked.body === '' ? {} : { payload: asked.body }),
    })
    const text = network.hasKeys ? response.body : withoutKeys(response.body)
    return { status: response.statusCode, text }
  }

  function exchange(asked: Asked): Promise<Response> {
    const number = ++count
    const fate = drawFate(line)
    const label = `${line.name} #${number} ${asked.method} ${asked.path.split('?')[0]}`
    const note = (what: string) => network.note(`${label} ${what}`)
    return new Promise((resolve, reject) => {
      let isSettled = false
      const settle = (end: () => void) =>
        line.standstill.run(() => {
          if (isSettled || abandoned.signal.aborted) return
          isSettled = true
          end()
        })
      const miss = (reason: unknown) =>
        settle(() => {
          note(`gets no answer: ${reason}`)
          if (sendOf(asked)) network.unanswered++
          reject(reason)
        })
      const fail = (why: string) => miss(new TypeError(`fetch failed: ${why}`))
      const answer = ({ status, text }: Answer) =>
        settle(() => {
          note(`answers ${status}${fate.half === 'no' ? '' : `, and the answer ${HALF_WORDS[fate.half]}`}`)
          const body = fate.half === 'no' ? text : halfOf(text, fate.half, asked.signal)
          resolve(new Response(body, { status, headers: { 'Content-Type': 'application/json' } }))
        })
      asked.signal.addEventListener('abort', () => miss(asked.signal.reason), { once: true })
      if (!line.isOnline || line.isDead) return void time.after(REFUSED_MS, () => fail('offline'))

      const isGivenUp = () => isSettled || asked.signal.aborted || abandoned.signal.aborted
      const isCalledOff = () =>
        !fate.isPersistent && (isSettled || (abandoned.signal.aborted && !asked.isKeptAlive))
      const arrive = async (isFirst: boolean) => {
        if (!line.isOnline || isCalledOff()) return
        if (fate.isLostUp) return note('is lost on its way')
        if (fate.proxyUp) return void time.after(fate.downMs, () => answer(PROXY_ANSWER))
        const node = network.nodeNow()
        if (!node) return void time.after(REFUSED_MS, () => fail('no node answers'))
        const send = network.hasKeys ? null : sendOf(asked)
        if (send && isGivenUp()) network.late.push(send)
        const given = await time.hold(serve(node, asked))
        note(`is served by node ${node.index}: ${given.status}${isFirst ? '' : ' (again)'}`)
        if (!isFirst || fate.isLostDown) return
        time.after(fate.downMs, () => {
          if (!line.isOnline) return
          const now = network.isDown(node.index)
          if (now) fail('the node went down')
          else answer(fate.proxyDown ? PROXY_ANSWER : given)
        })
      }
      line.standstill.run(() => {
        note(`sets out${asked.body ? ` ${asked.body.slice(0, 80)}` : ''}`)
        time.after(fate.upMs, () => void arrive(true))
        const { againMs } = fate
        // Twice is twice for a server that knows no keys.
        if (againMs === null || (!network.hasKeys && sendOf(asked))) return
        time.after(fate.upMs + againMs, () => void arrive(false))
      })
    })
  }

  return {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      if (!network.hasKeys) request.headers.delete('idempotency-key')
      return exchange({
        method: request.method,
        path: pathname + search,
        headers: { host: 'plat.test', ...Object.fromEntries(request.headers) },
        body: request.body ? await request.text() : '',
        isKeptAlive: request.keepalive,
        signal: request.signal,
      })
    },
    abandon: () => abandoned.abort(),
  }
}

/** Null for a call that sends no message. */
function sendOf({ method, path, body }: Asked): { accountId: number; text: string } | null {
  const [, accountId] = /accounts\/(\d+)\/text-messages$/.exec(path) ?? []
  if (method !== 'POST' || accountId === undefined) return null
  return { accountId: Number(accountId), text: (JSON.parse(body) as { message: string }).message }
}

const HALF_WORDS = { cut: 'breaks off', hangs: 'never ends' }

/** As in a browser: the received part can be read, and reading on fails when the connection breaks or the page aborts it. */
function halfOf(text: string, how: 'cut' | 'hangs', signal: AbortSignal): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text)
  return new ReadableStream({
    start(stream) {
      stream.enqueue(new Uint8Array(bytes.subarray(0, bytes.length / 2)))
      if (how === 'cut') return stream.error(new TypeError('network error'))
      signal.addEventListener('abort', () => stream.error(signal.reason), { once: true })
    },
  })
}

const PROXY_ANSWER: Answer = { status: PROXY_STATUS, text: '<html>Bad gateway</html>' }

function drawFate(line: Line): Fate {
  const { random } = line.network
  const { lost, troubled, twice, half } = line.weather
  return {
    upMs: delayOn(line),
    downMs: delayOn(line),
    isLostUp: random.chance(lost),
    isLostDown: random.chance(lost),
    proxyUp: random.chance(troubled / 2),
    proxyDown: random.chance(troubled / 2),
    againMs: random.chance(twice) ? delayOn(line) * 3 : null,
    half: random.chance(half) ? random.pick(['cut', 'hangs']) : 'no',
    isPersistent: random.chance(0.5),
  }
}
