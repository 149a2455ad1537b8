import { describe, expect, it, onTestFinished } from 'vitest'
import { DEMO_REPLY_MARK, startAutoReply } from '#demo/seed/auto-reply.ts'
import { replyTo } from '#demo/seed/reply-texts.ts'
import type { CustomerMessage, FromAccount } from '#server/messaging/messenger.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

function setUp({ isSellerOnline = false, isOn = true } = {}) {
  const clock = createFakeClock()
  const sent: FromAccount[] = []
  const handlers = new Set<(message: CustomerMessage) => void>()
  const replies = startAutoReply(
    {
      onCustomerMessage(handler) {
        handlers.add(handler)
        return () => void handlers.delete(handler)
      },
      sendFromAccount: async (message) => void sent.push(message),
      isSellerOnline: async () => isSellerOnline,
      isDemoAccount: (id) => id < 100,
      clock,
      warn: (line) => {
        throw new Error(line)
      },
    },
    isOn,
  )
  onTestFinished(() => replies.stop())
  let lastId = 0
  const write = (body: string, accountId = 3) => {
    lastId += 1
    for (const handler of handlers) handler({ id: lastId, customerId: 1, accountId, body })
  }
  /** Lets time pass and the promises behind the timers settle. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return { clock, sent, replies, handlers, write, pass }
}

describe('a seller who is not in the seller app', () => {
  it('answers within one to two seconds and says that it is a demo reply', async () => {
    const { write, pass, sent } = setUp()
    write('Is the roof original?')
    await pass(999)
    expect(sent).toEqual([])
    await pass(1001)
    expect(sent).toEqual([
      {
        customerId: 1,
        accountId: 3,
        isDemoReply: true,
        body: expect.stringContaining(`\n${DEMO_REPLY_MARK}`),
      },
    ])
  })

  it('answers once to two messages in a row, and to the second', async () => {
    const { write, pass, sent } = setUp()
    write('Hello')
    write('What does it rent for?')
    await pass(5000)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toContain(replyTo('What does it rent for?', 2))
  })

  it('answers each conversation on its own', async () => {
    const { write, pass, sent } = setUp()
    write('Hello', 3)
    write('Hello', 4)
    await pass(5000)
    expect(sent.map(({ accountId }) => accountId).sort()).toEqual([3, 4])
  })

  it('answers again to the next message', async () => {
    const { write, pass, sent } = setUp()
    write('Hello')
    await pass(5000)
    write('Still there?')
    await pass(5000)
    expect(sent).toHaveLength(2)
  })
})

describe('no demo reply', () => {
  it('comes while somebody is in the seller app', async () => {
    const { write, pass, sent } = setUp({ isSellerOnline: true })
    write('Hello')
    await pass(5000)
    expect(sent).toEqual([])
  })

  it('comes from an account that is not of the demo world', async () => {
    const { write, pass, sent } = setUp()
    write('Hello', 100)
    await pass(5000)
    expect(sent).toEqual([])
  })

  it('comes when they are off from the start', async () => {
    const { write, pass, sent } = setUp({ isOn: false })
    write('Hello')
    await pass(5000)
    expect(sent).toEqual([])
  })

  it('comes after they were switched off, not even a waiting one, until they are on again', async () => {
    const { write, pass, sent, replies, clock } = setUp()
    write('Hello')
    replies.turn(false)
    expect(clock.timers).toBe(0)
    await pass(5000)
    expect(sent).toEqual([])
    replies.turn(true)
    write('Hello')
    await pass(5000)
    expect(sent).toHaveLength(1)
  })

  it('comes after the world was closed', () => {
    const { write, replies, handlers, clock } = setUp()
    write('Hello')
    replies.stop()
    expect(clock.timers).toBe(0)
    expect(handlers.size).toBe(0)
  })
})

describe('the words of a demo reply', () => {
  it.each([
    ['Where is it exactly?', /address|pin/],
    ['I can offer 110k', /seller|asking/],
    ['How old is the roof?', /inspection|Budget/],
    ['Is it rented?', /month|Vacant/i],
    ['Can I see it tomorrow?', /lockbox|Tomorrow/],
    ['Thanks', /Any time|Sure/],
  ])('fit %s', (text, words) => {
    expect(replyTo(text, 0)).toMatch(words)
    expect(replyTo(text, 1)).toMatch(words)
  })
})
