import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Failure } from '#shared/api/api-error.ts'
import { sendReason } from '#shared/thread/failure.ts'
import type { Row } from '#shared/thread/model.ts'
import { matchSends } from '#shared/thread/sending/outbox.ts'
import { settled } from '#tests/support/fake-backend.ts'
import {
  answerAll,
  deliverEvents,
  openThread,
  rowsOf,
  textsOf,
  type World,
  waitLongEnough,
} from './open-store.ts'

const refused = (status: number, message = '', errors?: Record<string, string[]>): Failure => ({
  kind: 'refused',
  status,
  problem: errors ? { message, errors } : { message },
  retryAfterMs: null,
})

const outgoingId = ({ store }: World): string => {
  const row = rowsOf(store).find((each) => each.kind === 'outgoing')
  return row?.kind === 'outgoing' ? row.outgoing.clientId : ''
}

describe('a send', () => {
  test('shows at once and becomes the server message without changing its key', async () => {
    const world = await openThread()
    world.store.send('Is it still available?')
    const pending = rowsOf(world.store).at(-1)
    expect(pending?.kind).toBe('outgoing')
    await answerAll(world)
    const sent = rowsOf(world.store).at(-1)
    expect(sent?.kind).toBe('message')
    expect(sent?.key).toBe(pending?.key)
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['1,001 characters', 'x'.repeat(1001)],
  ])('of %s is not made', async (_, text) => {
    const world = await openThread()
    world.store.send(text)
    await answerAll(world)
    expect(world.backend.log).not.toContain('sendTextMessage')
  })

  test('that fails is logged as a warning, without its words', async () => {
    const world = await openThread()
    world.store.send('My code is 1234')
    await settled()
    world.backend.calls[0]?.fail(refused(422, 'Too long'))
    await settled()
    expect(world.warnings).toEqual(['A message could not be sent'])
  })

  test('waits for the one before it, so that the server has them in the order of writing', async () => {
    const world = await openThread()
    world.store.send('First')
    world.store.send('Second')
    await settled()
    expect(world.backend.calls.map(({ name }) => name)).toEqual(['sendTextMessage'])
    await answerAll(world)
    expect(textsOf(world.store).slice(-2)).toEqual(['First', 'Second'])
  })

  test('that is refused says why and can be taken back', async () => {
    const world = await openThread()
    world.store.send('Too eager')
    await settled()
    world.backend.calls[0]?.fail({ ...refused(429), retryAfterMs: 12_000 } as Failure)
    await settled()
    expect(rowsOf(world.store).at(-1)).toMatchObject({
      outgoing: { state: 'failed', reason: 'Too many messages at once. Try again in 12 s.' },
    })
    expect(world.backend.log.filter((name) => name === 'sendTextMessage')).toHaveLength(1)
    expect(world.store.discard(outgoingId(world))).toBe('Too eager')
    expect(textsOf(world.store)).not.toContain('!Too eager')
  })

  test('whose answer is lost is looked for in the thread, and found', async () => {
    const world = await openThread()
    world.store.send('Did you get this?')
    await settled()
    const [call] = world.backend.calls
    call?.reach()
    call?.fail({ kind: 'timeout' })
    await answerAll(world)
    expect(textsOf(world.store).at(-1)).toBe('Did you get this?')
    expect(world.backend.log.filter((name) => name === 'sendTextMessage')).toHaveLength(1)
    expect(world.events).toContainEqual(expect.objectContaining({ type: 'sent' }))
  })

  test('that never arrived is posted again under its key, once the thread was read without it', async () => {
    const world = await openThread()
    world.store.send('Hello?')
    await settled()
    const key = outgoingId(world)
    world.backend.calls[0]?.fail({ kind: 'timeout' })
    await answerAll(world)
    expect(textsOf(world.store).at(-1)).toBe('?Hello?')
    expect(world.backend.log.slice(-2)).toEqual(['sendTextMessage', 'listTextMessages'])
    world.clock.advance(2000)
    await answerAll(world)
    expect(rowsOf(world.store).at(-1)).toMatchObject({ kind: 'message', key: `c${key}` })
    expect(world.backend.messages(1)).toHaveLength(3)
  })

  test('that could not even be looked for is looked for before it is repeated', async () => {
    const world = await openThread({ honoursKeys: false })
    world.store.send('Hello?')
    await settled()
    world.backend.calls[0]?.reach()
    world.backend.calls[0]?.fail({ kind: 'timeout' })
    await settled()
    world.backend.calls[0]?.fail({ kind: 'offline' })
    await settled()
    expect(textsOf(world.store).at(-1)).toBe('~Hello?')
    await waitLongEnough(world)
    expect(textsOf(world.store).filter((text) => text === 'Hello?')).toHaveLength(1)
    expect(world.backend.log.filter((name) => name === 'sendTextMessage')).toHaveLength(1)
  })

  test('that was refused is not taken for the same words from another device', async () => {
    const world = await openThread()
    world.store.send('Yes')
    await settled()
    world.backend.calls[0]?.fail(refused(422, '', { message: ['No.'] }))
    await settled()
    world.backend.sayElsewhere(1, 'Yes')
    deliverEvents(world)
    expect(textsOf(world.store).slice(-2)).toEqual(['Yes', '!Yes'])
  })

  test('that was lost is not taken for the same words of another tab, when the server names the send of each message', async () => {
    const world = await openThread()
    world.store.send('ok')
    await settled()
    world.backend.calls[0]?.fail({ kind: 'timeout' })
    await settled()
    world.backend.say(1, 'ok', { type: 'inbound', idempotency_key: 'of-another-tab' })
    world.backend.say(1, 'ok', { type: 'inbound', idempotency_key: null })
    deliverEvents(world)
    await answerAll(world)
    expect(textsOf(world.store).slice(-3)).toEqual(['ok', 'ok', '?ok'])
    await waitLongEnough(world)
    expect(textsOf(world.store).slice(-3)).toEqual(['ok', 'ok', 'ok'])
  })

  test('that the server names is recognised at once, whatever became of its answer', async () => {
    const world = await openThread()
    world.store.send('ok')
    await settled()
    const key = rowsOf(world.store).at(-1)?.key ?? ''
    world.backend.calls[0]?.fail({ kind: 'timeout' })
    await settled()
    const named = { type: 'inbound', idempotency_key: key.slice(1) } as const
    world.backend.say(1, 'ok, as the server writes it', named)
    deliverEvents(world)
    expect(textsOf(world.store).at(-1)).toBe('ok, as the server writes it')
    expect(rowsOf(world.store).at(-1)?.key).toBe(key)
    expect(world.events.filter(({ type }) => type === 'sent')).toHaveLength(1)
  })

  test('that failed is not taken for the same words sent after it', async () => {
    const world = await openThread({ honoursKeys: false, echoesToSender: true })
    world.store.send('ok')
    await settled()
    world.backend.calls[0]?.fail({ kind: 'timeout' })
    await answerAll(world)
    await waitLongEnough(world)
    world.store.send('ok')
    await settled()
    world.backend.calls[0]?.reach()
    deliverEvents(world)
    expect(textsOf(world.store).slice(-2)).toEqual(['ok', '!ok'])
    await answerAll(world)
    expect(textsOf(world.store).slice(-2)).toEqual(['ok', '!ok'])
  })

  test('goes on when another conversation is opened, and has failed there on return', async () => {
    const world = await openThread()
    world.backend.say(2, 'Other')
    deliverEvents(world)
    await answerAll(world)
    world.store.send('Left behind')
    await settled()
    world.store.select(2)
    const post = world.backend.calls.find(({ name }) => name === 'sendTextMessage')
    post?.fail(refused(403))
    await answerAll(world)
    expect(textsOf(world.store)).toEqual(['Other'])
    world.store.select(1)
    await answerAll(world)
    expect(textsOf(world.store).at(-1)).toBe('!Left behind')
  })
})

describe('the reason of a failure', () => {
  test.each<[string, Failure, RegExp]>([
    ['no answer', { kind: 'timeout' }, /moment/],
    ['server trouble', refused(500, 'Server Error'), /moment/],
    ['a database that is away', refused(503, 'Try again.'), /moment/],
    ['a server without space', refused(507, 'This was not saved.'), /^This was not saved\.$/],
    ['an HTML page', { kind: 'malformed', status: 200 }, /moment/],
    ['a field', refused(422, 'Invalid.', { message: ['Too long.'] }), /^Too long\.$/],
    ['no words', refused(403), /cannot write/],
    ['gone', refused(404), /no longer exists/],
    ['CSRF', refused(419, 'CSRF token mismatch.'), /Reload/],
    ['rate without a time', refused(429, 'Too Many Attempts.'), /moment/],
    ['anything else', refused(418), /418/],
  ])('%s', (_, failure, words) => expect(sendReason(failure)).toMatch(words))
})

describe('matching', () => {
  test('equal texts are matched in the order they were sent, whatever line ends and blanks the server keeps', () => {
    const claims = ['a', 'b'].map((clientId) => ({ clientId, text: 'ok\nthen ', afterId: 5 }))
    const candidates = [9, 8, 4].map((id) => ({ id, atMs: id, text: 'ok\r\nthen' }))
    expect([...matchSends(claims, candidates)]).toEqual([
      [8, 'a'],
      [9, 'b'],
    ])
  })

  test('no send gets two messages and no message two sends', () => {
    const text = fc.constantFrom('ok', 'yes')
    fc.assert(
      fc.property(
        fc.array(fc.record({ text, afterId: fc.nat(10) }), { maxLength: 8 }),
        fc.uniqueArray(fc.record({ id: fc.nat(20), atMs: fc.nat(3), text }), { selector: ({ id }) => id }),
        (sends, messages) => {
          const claims = sends.map((send, index) => ({ ...send, clientId: String(index) }))
          const matches = matchSends(claims, messages)
          expect(new Set(matches.values()).size).toBe(matches.size)
          for (const [id, clientId] of matches) {
            const claim = claims[Number(clientId)]
            expect(messages.find((each) => each.id === id)?.text).toBe(claim?.text)
            expect(id).toBeGreaterThan(claim?.afterId ?? Number.POSITIVE_INFINITY)
          }
        },
      ),
    )
  })
})

/** One step of a schedule; `pick` chooses among what is under way. */
const step = fc.record({
  kind: fc.constantFrom(
    'send',
    'send',
    'sellerWrites',
    'reach',
    'answer',
    'answer',
    'lose',
    'event',
    'event',
    'eventTwice',
    'dropEvent',
    'lineDown',
    'lineUp',
    'retry',
  ),
  pick: fc.nat(20),
  text: fc.constantFrom('ok', 'ok', 'yes', 'Is it still available?'),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(world: World, { kind, pick, text }: Step): Promise<void> {
  const { backend, realtime, store } = world
  const call = backend.calls[pick % Math.max(1, backend.calls.length)]
  const eventAt = pick % Math.max(1, backend.events.length)
  switch (kind) {
    case 'send':
      store.send(text)
      break
    case 'sellerWrites':
      backend.say(1, text)
      break
    case 'reach':
      call?.reach()
      break
    case 'answer':
      call?.answer()
      break
    case 'lose':
      call?.fail({ kind: 'timeout' })
      break
    case 'event':
    case 'eventTwice':
    case 'dropEvent': {
      const [event] =
        kind === 'eventTwice' ? backend.events.slice(eventAt, eventAt + 1) : backend.events.splice(eventAt, 1)
      if (event && kind !== 'dropEvent') realtime.send(event.name, event.payload)
      break
    }
    case 'lineDown':
      realtime.say('unavailable')
      break
    case 'lineUp':
      realtime.subscribe()
      break
    case 'retry':
      retryFailed(world)
  }
  await settled()
}

function retryFailed({ store }: World): void {
  for (const row of rowsOf(store))
    if (row.kind === 'outgoing' && row.outgoing.state === 'failed') store.resend(row.outgoing.clientId)
}

/** The line comes back, everything is answered, and the person tries again what failed. */
async function calmDown(world: World): Promise<void> {
  world.backend.events.length = 0
  for (let round = 0; round < 4; round++) {
    await answerAll(world)
    world.realtime.subscribe()
    await answerAll(world)
    retryFailed(world)
    await waitLongEnough(world)
  }
}

const isOwn = (row: Row): boolean => row.kind === 'message' && row.message.type === 'inbound'

describe('any schedule of answers, echoes, drops, repeats and refetches', () => {
  test.each([
    ['our backend', { honoursKeys: true, echoesToSender: false }],
    ['one that echoes to the sender', { honoursKeys: true, echoesToSender: true }],
    ['one that knows no keys and echoes', { honoursKeys: false, echoesToSender: true }],
  ])(
    'ends with the server’s messages in the server’s order, each send once: %s',
    async (_, options) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const world = await openThread({ ...options, pageSize: 3, messages: 4 })
          let made = 0
          for (const each of steps) {
            await take(world, each)
            if (each.kind === 'send') made++
            const rows = rowsOf(world.store)
            expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
            const own = rows.filter((row) => row.kind === 'outgoing' || isOwn(row))
            if (options.honoursKeys) expect(own).toHaveLength(made)
          }
          await calmDown(world)
          const onServer = world.backend.messages(1)
          const shown = rowsOf(world.store).flatMap((row) => (row.kind === 'message' ? [row.message.id] : []))
          expect(rowsOf(world.store).filter(({ kind }) => kind === 'outgoing')).toEqual([])
          expect(shown).toEqual(onServer.map(({ id }) => id))
          const sends = steps.filter(({ kind }) => kind === 'send').length
          const sentEvents = world.events.filter(({ type }) => type === 'sent')
          expect(sentEvents).toHaveLength(sends)
          const own = onServer.filter(({ type }) => type === 'inbound').length
          if (options.honoursKeys) expect(own).toBe(sends)
          else expect(own).toBeGreaterThanOrEqual(sends)
          world.store.destroy()
          expect(world.clock.timers).toBe(0)
        }),
        { numRuns: 600 },
      )
    },
    120_000,
  )
})
