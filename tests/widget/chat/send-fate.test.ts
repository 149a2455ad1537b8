/** A send without an answer: it is checked until the result is known, and cannot be edited before that. */
import { describe, expect, test } from 'vitest'
import type { Failure } from '#shared/api/api-error.ts'
import { settled } from '#tests/support/fake-backend.ts'
import { answerAll, openThread, rowsOf, textsOf, type World, waitLongEnough } from './open-store.ts'

const TIMEOUT: Failure = { kind: 'timeout' }
const OFFLINE: Failure = { kind: 'offline' }
const refused = (status: number): Failure => ({
  kind: 'refused',
  status,
  problem: { message: '' },
  retryAfterMs: null,
})

const lastText = ({ store }: World) => textsOf(store).at(-1)
const posts = ({ backend }: World) => backend.log.filter((name) => name === 'sendTextMessage').length
const onServer = ({ backend }: World, text: string) =>
  backend.messages(1).filter(({ calculated_body }) => calculated_body === text).length

function outgoing({ store }: World) {
  const row = rowsOf(store).find(({ kind }) => kind === 'outgoing')
  if (row?.kind !== 'outgoing') throw new Error('Nothing is unsent.')
  return row.outgoing
}

/** The call in flight fails. */
async function fail({ backend }: World, failure: Failure): Promise<void> {
  await settled()
  backend.calls[0]?.fail(failure)
  await settled()
}

/** A message that the server has, sent over a connection on which its answer took too long. */
async function sendSlowly(options: Parameters<typeof openThread>[0] = {}): Promise<World> {
  const world = await openThread(options)
  world.store.send('On my way')
  await settled()
  world.backend.calls[0]?.reach()
  await fail(world, TIMEOUT)
  return world
}

describe.each([
  ['a server that names sends', true],
  ['one that knows no keys', false],
])('behind a slow line, on %s', (_, honoursKeys) => {
  test('a message whose search takes too long as well is being checked, and cannot be edited or sent again', async () => {
    const world = await sendSlowly({ honoursKeys })
    expect(lastText(world)).toBe('?On my way')
    await fail(world, TIMEOUT)
    expect(lastText(world)).toBe('?On my way')
    const { clientId, canTakeBack } = outgoing(world)
    expect([canTakeBack, world.store.discard(clientId)]).toEqual([false, null])
    world.store.resend(clientId)
    await settled()
    expect(posts(world)).toBe(1)
  })

  test('it is found by a later search, and is there once', async () => {
    const world = await sendSlowly({ honoursKeys })
    await fail(world, TIMEOUT)
    world.clock.advance(2000)
    await answerAll(world)
    expect([lastText(world), onServer(world, 'On my way'), posts(world)]).toEqual(['On my way', 1, 1])
  })

  test('each question about it may take twice as long as the one before, up to 40 s', async () => {
    const world = await openThread({ honoursKeys })
    world.store.send('On my way')
    const asked: (number | undefined)[] = []
    for (let question = 0; question < 6; question++) {
      await settled()
      if (world.backend.calls.length === 0) world.clock.advance(15_000)
      await settled()
      asked.push(world.backend.calls[0]?.timeoutMs)
      await fail(world, TIMEOUT)
    }
    expect(asked).toEqual([5000, 10_000, 20_000, 40_000, 40_000, 40_000])
  })
})

describe('a message that got no answer', () => {
  test('keeps those behind it waiting, so that the server has them in the order of writing', async () => {
    const world = await openThread()
    world.store.send('First')
    world.store.send('Second')
    await fail(world, TIMEOUT)
    await answerAll(world)
    expect(textsOf(world.store).slice(-2)).toEqual(['?First', '…Second'])
    world.clock.advance(2000)
    await answerAll(world)
    expect(textsOf(world.store).slice(-2)).toEqual(['First', 'Second'])
  })

  test('is not called unsent by a refusal of its repeat, since the first may have arrived', async () => {
    const world = await openThread()
    world.store.send('On my way')
    await fail(world, TIMEOUT)
    await answerAll(world)
    world.clock.advance(2000)
    await settled()
    world.backend.calls[0]?.answer()
    await fail(world, refused(429))
    await answerAll(world)
    expect(lastText(world)).toBe('?On my way')
    await waitLongEnough(world)
    expect(outgoing(world)).toMatchObject({ state: 'failed', reason: expect.stringContaining('Too many') })
  })

  test('is not looked for any longer in a conversation that is gone', async () => {
    const world = await sendSlowly()
    await fail(world, refused(404))
    expect(outgoing(world)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('no longer exists'),
    })
  })

  test('is asked for where no live updates come, too', async () => {
    const world = await openThread()
    world.live.value = { kind: 'off', note: 'No live updates here.' }
    await answerAll(world)
    world.store.send('On my way')
    await fail(world, TIMEOUT)
    await fail(world, TIMEOUT)
    world.clock.advance(2000)
    await answerAll(world)
    expect(lastText(world)).toBe('On my way')
  })

  test('is asked for at once when the page is looked at again', async () => {
    const world = await sendSlowly()
    await fail(world, TIMEOUT)
    world.store.resume()
    await answerAll(world)
    expect(lastText(world)).toBe('On my way')
  })
})

describe('a server without idempotency keys', () => {
  test('counts a message as lost only when it is still missing half a minute later', async () => {
    const world = await openThread({ honoursKeys: false })
    world.store.send('On my way')
    await fail(world, TIMEOUT)
    await answerAll(world)
    for (const ms of [2000, 4000, 8000, 15_000]) {
      expect([lastText(world), outgoing(world).canTakeBack]).toEqual(['?On my way', false])
      world.clock.advance(ms)
      await answerAll(world)
    }
    world.clock.advance(15_000)
    await answerAll(world)
    expect([lastText(world), posts(world)]).toEqual(['!On my way', 1])
    expect(world.store.discard(outgoing(world).clientId)).toBe('On my way')
  })

  test('may store it long after it was given up: it is recognised by its words, without a second one', async () => {
    const world = await openThread({ honoursKeys: false })
    world.store.send('On my way')
    await settled()
    const [post] = world.backend.calls
    await fail(world, TIMEOUT)
    await answerAll(world)
    post?.reach()
    await waitLongEnough(world)
    expect([lastText(world), onServer(world, 'On my way')]).toEqual(['On my way', 1])
  })

  test('that answered with an error is done with it: the message is unsent as soon as it was looked for', async () => {
    const world = await openThread({ honoursKeys: false })
    world.store.send('On my way')
    await fail(world, refused(500))
    await answerAll(world)
    expect(lastText(world)).toBe('!On my way')
  })
})

test('a server without space has saved nothing: the message is unsent at once, and nobody is asked for it', async () => {
  const world = await openThread()
  world.store.send('On my way')
  await fail(world, refused(507))
  expect([lastText(world), posts(world)]).toEqual(['!On my way', 1])
})

describe('without a network', () => {
  test('nothing is posted, and what waits may be taken back or is sent once there is one', async () => {
    let isOnline = false
    const world = await openThread({ isOnline: () => isOnline })
    for (const text of ['One', 'Two', 'Three']) world.store.send(text)
    await settled()
    expect(textsOf(world.store).slice(-3)).toEqual(['~One', '~Two', '~Three'])
    expect([posts(world), world.clock.timers]).toEqual([0, 0])
    expect(world.store.discard(outgoing(world).clientId)).toBe('One')
    isOnline = true
    world.store.resume()
    await answerAll(world)
    expect(textsOf(world.store).slice(-2)).toEqual(['Two', 'Three'])
  })

  test('a message that may have gone out before cannot be taken back', async () => {
    let isOnline = true
    const world = await openThread({ isOnline: () => isOnline })
    world.store.send('On my way')
    await settled()
    isOnline = false
    await fail(world, OFFLINE)
    expect(lastText(world)).toBe('~On my way')
    expect(world.store.discard(outgoing(world).clientId)).toBeNull()
    isOnline = true
    world.store.resume()
    await answerAll(world)
    expect([lastText(world), onServer(world, 'On my way')]).toEqual(['On my way', 1])
  })
})
