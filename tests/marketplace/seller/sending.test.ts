/** A seller's reply goes out once, whatever happens to its answer, the page or the network, and is kept until it has arrived. */
import { expect, test } from 'vitest'
import { createKeptReplies } from '#marketplace/seller/kept-replies.ts'
import { createSellerSending } from '#marketplace/seller/sending.ts'
import type { Failure } from '#shared/api/api-error.ts'
import { sellerMessages, sellerReply } from '#shared/contract/seller.ts'
import { forgetKept, SELLER_PREFIX } from '#shared/lib/kept-in-browser.ts'
import * as eg from '#tests/support/eg.ts'
import { createFakeApi, keyOf, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeStores } from '#tests/support/fake-stores.ts'
import { createFakeTabs } from '#tests/support/fake-tabs.ts'

const [DANA, MARCUS] = [7, 8]
const LOST: Failure = { kind: 'timeout' }

/** One browser and one server that honors keys and names each message's send, as the contract says. */
function world() {
  const stored: ReturnType<typeof eg.wireMessage>[] = []
  /** What happens to the next replies: not stored at all, or stored with the answer lost. */
  const failures: ({ before: Failure } | { after: Failure })[] = []
  const server = createFakeApi()
  server.on(sellerReply, ({ params, body }, options) => {
    const failure = failures.shift()
    if (failure && 'before' in failure) return failure.before
    const key = keyOf({ options }) ?? ''
    const known = stored.find(({ idempotency_key }) => idempotency_key === key)
    const data =
      known ??
      eg.wireMessage({
        id: stored.length + 1,
        customer_id: Number(params.customer),
        calculated_body: body.message ?? '',
        idempotency_key: key,
      })
    if (!known) stored.push(data)
    return failure?.after ?? { data }
  })
  server.on(sellerMessages, ({ params }) => ({
    data: stored.filter(({ customer_id }) => customer_id === Number(params.customer)).toReversed(),
    links: { next: null },
  }))
  const clock = createFakeClock()
  const stores = createFakeStores()
  const tabs = createFakeTabs()
  const network = { isOnline: true }

  function open(memberId = 1) {
    const shown: number[] = []
    const tab = tabs.open()
    const log = { warn() {}, error() {} }
    const kept = createKeptReplies({ stores: stores.open(), locks: tab.host, memberId, clock, log })
    const sending = createSellerSending({
      api: server.api,
      sendFile: () => Promise.reject(new Error('No file was sent.')),
      kept,
      clock,
      log,
      isOnline: () => network.isOnline,
      newestId: (customer) =>
        Math.max(0, ...stored.filter((one) => one.customer_id === customer).map(({ id }) => id)),
      onMessages: (messages) => shown.push(...messages.map(({ id }) => id)),
      onFinishedElsewhere() {},
    })
    const states = (customer: number) => sending.outgoing(customer).map(({ text, state }) => [text, state])
    /** Closed from one moment to the next. */
    const crash = () => {
      sending.dispose()
      tab.crash()
    }
    return { sending, kept, shown, states, crash }
  }
  const words = () => stored.map(({ calculated_body }) => calculated_body)
  /** Lets the clock go on until it holds. */
  const until = (holds: () => boolean) =>
    expect
      .poll(() => {
        clock.advance(1000)
        return holds()
      })
      .toBe(true)
  return { open, stored, words, failures, server, stores, network, until }
}

test('a reply whose answer is lost is found in its thread and sent once', async () => {
  const { open, failures, words, until } = world()
  failures.push({ after: LOST })
  const { sending, states, shown } = open()
  sending.reply(DANA, 'Since March.')
  expect(states(DANA)).toEqual([['Since March.', 'sending']])
  await until(() => states(DANA).length === 0)
  expect(words()).toEqual(['Since March.'])
  expect(new Set(shown)).toEqual(new Set([1]))
})

test('replies that are written without a connection wait, and go out in order once it is back', async () => {
  const { open, words, network } = world()
  network.isOnline = false
  const { sending, states } = open()
  sending.reply(DANA, 'Since March.')
  sending.reply(DANA, 'And it is dry.')
  await expect
    .poll(() => states(DANA))
    .toEqual([
      ['Since March.', 'waiting'],
      ['And it is dry.', 'waiting'],
    ])
  expect(sending.unsent.value).toBe(2)
  network.isOnline = true
  sending.resume()
  await expect.poll(() => words()).toEqual(['Since March.', 'And it is dry.'])
  await expect.poll(() => sending.unsent.value).toBe(0)
})

test('a page that is closed leaves its replies to the next one of the same login, which sends each once', async () => {
  const { open, words, failures, until } = world()
  failures.push({ after: LOST }, { before: OFFLINE })
  const first = open()
  first.sending.reply(DANA, 'Since March.')
  first.sending.reply(DANA, 'And it is dry.')
  await expect.poll(() => words()).toEqual(['Since March.'])
  first.crash()
  const next = open()
  await until(() => words().length === 2 && next.sending.unsent.value === 0)
  expect(words()).toEqual(['Since March.', 'And it is dry.'])
})

test('of two open tabs one sends, and the other does not repeat it', async () => {
  const { open, words, network, server } = world()
  network.isOnline = false
  const [first, second] = [open(), open()]
  first.sending.reply(DANA, 'Since March.')
  await expect.poll(() => first.states(DANA)).toEqual([['Since March.', 'waiting']])
  expect(second.states(DANA)).toEqual([])
  network.isOnline = true
  second.sending.resume()
  first.sending.resume()
  await expect.poll(() => words()).toEqual(['Since March.'])
  expect(server.of(sellerReply)).toHaveLength(1)
})

test('another login in this browser sees nothing of it', async () => {
  const { open, words, network } = world()
  network.isOnline = false
  const first = open(1)
  first.sending.reply(DANA, 'Since March.')
  first.sending.draft(DANA).value = 'Half'
  first.crash()
  network.isOnline = true
  const other = open(2)
  await Promise.resolve()
  expect([other.states(DANA), other.sending.draft(DANA).value, words()]).toEqual([[], '', []])
})

test('a refused reply says why, does not hold up other buyers, and goes out by “Try again”', async () => {
  const { open, words, failures } = world()
  failures.push({ before: refused(429, 'Too many.', { retryAfterMs: 4000 }) })
  const { sending, states } = open()
  sending.reply(DANA, 'Since March.')
  await expect.poll(() => states(DANA)).toEqual([['Since March.', 'failed']])
  const [failed] = sending.outgoing(DANA)
  expect(failed?.reason).toContain('4 s')
  sending.reply(MARCUS, 'Hello Marcus')
  await expect.poll(() => words()).toEqual(['Hello Marcus'])
  sending.resend(failed?.clientId ?? '')
  await expect.poll(() => words()).toEqual(['Hello Marcus', 'Since March.'])
})

test('a reply that is taken back gives its text and is not sent later', async () => {
  const { open, words, network } = world()
  network.isOnline = false
  const first = open()
  first.sending.reply(DANA, 'Since March.')
  await expect.poll(() => first.states(DANA)).toEqual([['Since March.', 'waiting']])
  expect(first.sending.discard(first.sending.outgoing(DANA)[0]?.clientId ?? '')).toBe('Since March.')
  network.isOnline = true
  first.sending.reply(DANA, 'Since April.')
  first.sending.resume()
  await expect.poll(() => words()).toEqual(['Since April.'])
})

test('the same words twice are two messages', async () => {
  const { open, words } = world()
  const { sending } = open()
  sending.reply(DANA, 'ok')
  sending.reply(DANA, 'ok')
  await expect.poll(() => words()).toEqual(['ok', 'ok'])
})

test('a draft survives its page, and another tab goes on with it', async () => {
  const { open } = world()
  const [first, second] = [open(), open()]
  expect(second.sending.draft(DANA).value).toBe('')
  first.sending.draft(DANA).value = 'Half a thought'
  await expect.poll(() => second.sending.draft(DANA).value).toBe('Half a thought')
  first.crash()
  expect(open().sending.draft(DANA).value).toBe('Half a thought')
  second.sending.draft(DANA).value = ''
  expect(open().sending.draft(DANA).value).toBe('')
})

test('a tab that follows a draft does not write it back: a reply sent meanwhile would return as a draft', async () => {
  const { open, stores } = world()
  const [first, second] = [open(), open()]
  const written: string[] = []
  stores.open().shared.onOther((key) => written.push(key))
  expect(second.sending.draft(DANA).value).toBe('')
  first.sending.draft(DANA).value = 'Half a thought'
  await expect.poll(() => second.sending.draft(DANA).value).toBe('Half a thought')
  await new Promise((done) => setTimeout(done))
  expect(written).toHaveLength(1)
})

test('a browser that keeps nothing is known, so that closing the tab can be asked about', async () => {
  const { open, stores, network } = world()
  network.isOnline = false
  const first = open()
  first.sending.reply(DANA, 'Since March.')
  expect([first.sending.unsent.value, first.kept.isLasting()]).toEqual([1, true])
  stores.isFull = true
  const other = open(2)
  other.sending.reply(DANA, 'Since April.')
  expect([other.sending.unsent.value, other.kept.isLasting()]).toEqual([1, false])
})

test('logging out leaves nothing; a buyer who logs out on the same site clears nothing of it away', async () => {
  const { open, stores, network } = world()
  network.isOnline = false
  const { sending, kept } = open()
  sending.reply(DANA, 'Since March.')
  sending.draft(MARCUS).value = 'Half'
  const keys = () => [...stores.shared.keys()]
  expect(keys().filter((key) => key.startsWith(SELLER_PREFIX))).toHaveLength(2)
  forgetKept(
    () =>
      Object.assign(Object.fromEntries(stores.shared), {
        removeItem: (key: string) => stores.shared.delete(key),
      }) as never,
  )
  expect(keys()).toHaveLength(2)
  sending.dispose()
  kept.forget()
  expect(keys()).toEqual([])
})
