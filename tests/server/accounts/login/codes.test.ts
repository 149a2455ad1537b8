import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCode, deliverCode, openHandle, renewCode, sendCode } from '#server/accounts/login/codes.ts'
import type { Refusal } from '#server/core/http/refusal.ts'
import { CODE_TRIES, CODES_PER_HOUR } from '#shared/contract/limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let deps: { db: TestServer['database']['db']; secret: string; nowMs: () => number }
beforeAll(async () => {
  server = await startTestServer()
  deps = { db: server.database.db, secret: 'a secret for tests only', nowMs: Date.now }
})
afterAll(() => server.close())

/** A new customer who asks for codes; `sent` holds what went out. */
async function asker() {
  const { id, email } = await server.addCustomer()
  const sent: string[] = []
  const key = { purpose: 'confirm_email', customerId: id, subject: email } as const
  const ask = (resendMs?: number) =>
    sendCode(deps, {
      ...key,
      ...(resendMs === undefined ? {} : { resendMs }),
      send: async (code) => void sent.push(code),
    })
  const check = (code = sent.at(-1) ?? '') => checkCode(deps, { ...key, code })
  return { id, email, key, sent, ask, check }
}

const refusal = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error) => error,
  )
const wordsOf = async (work: Promise<unknown>) => (await refusal(work)).problem.errors?.code?.[0]
const notThe = (code: string | undefined) => (code === '000000' ? '000001' : '000000')

describe('codes', () => {
  it('a code works once, and the row says whose it was', async () => {
    const dana = await asker()
    await dana.ask()
    expect(dana.sent[0]).toMatch(/^\d{6}$/)
    expect(await dana.check()).toMatchObject({ customer_id: dana.id, subject: dana.email })
    expect(await wordsOf(dana.check())).toBe('This code has been used. Ask for a new one.')
  })

  it('of several uses in the same moment one succeeds', async () => {
    const dana = await asker()
    await dana.ask()
    const results = await Promise.allSettled([dana.check(), dana.check(), dana.check()])
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })

  it('says how many tries are left, then that there are none, even to the right code', async () => {
    const dana = await asker()
    await dana.ask()
    const right = dana.sent[0]
    const said = []
    for (let n = 0; n < CODE_TRIES; n++) said.push(await wordsOf(dana.check(notThe(right))))
    expect(said).toEqual([
      'That code is not right. 4 tries left.',
      'That code is not right. 3 tries left.',
      'That code is not right. 2 tries left.',
      'That code is not right. 1 try left.',
      'Too many wrong tries. Ask for a new code.',
    ])
    expect(await wordsOf(dana.check(right))).toBe('Too many wrong tries. Ask for a new code.')
    await dana.ask(0)
    expect(await dana.check()).toMatchObject({ customer_id: dana.id })
  })

  it('parallel guesses are counted each', async () => {
    const dana = await asker()
    await dana.ask()
    const guess = notThe(dana.sent[0])
    await Promise.allSettled(Array.from({ length: 20 }, () => dana.check(guess)))
    expect(await wordsOf(dana.check())).toBe('Too many wrong tries. Ask for a new code.')
  })

  it('an expired code says so', async () => {
    const dana = await asker()
    await dana.ask()
    await deps.db
      .updateTable('verification_codes')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('customer_id', '=', dana.id)
      .execute()
    expect(await wordsOf(dana.check())).toBe('This code has expired. Ask for a new one.')
  })

  it('a code of one customer, purpose or address does not fit another', async () => {
    const dana = await asker()
    const erin = await asker()
    await dana.ask()
    await erin.ask()
    const code = dana.sent[0] ?? ''
    expect(code === erin.sent[0] || (await wordsOf(erin.check(code)))).toBeTruthy()
    const other = { ...dana.key, purpose: 'change_email', code } as const
    expect(await wordsOf(checkCode(deps, other))).toBe('This code has expired. Ask for a new one.')
    const elsewhere = { ...dana.key, subject: 'elsewhere@example.com', code }
    expect(await wordsOf(checkCode(deps, elsewhere))).toBe('This code has expired. Ask for a new one.')
  })

  it('is stored as a hash only', async () => {
    const dana = await asker()
    await dana.ask()
    const rows = await deps.db
      .selectFrom('verification_codes')
      .selectAll()
      .where('customer_id', '=', dana.id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]?.code_hash ?? []).toString('latin1')).not.toContain(dana.sent[0])
    expect(JSON.stringify({ ...rows[0], code_hash: null, handle: 0 })).not.toContain(dana.sent[0])
  })
})

describe('sending codes', () => {
  it('asked again within the window sends nothing and answers the same', async () => {
    const dana = await asker()
    const [first, second, third] = await Promise.all([dana.ask(), dana.ask(), dana.ask()])
    expect(dana.sent).toHaveLength(1)
    expect([second.handle, third.handle]).toEqual([first.handle, first.handle])
    await dana.ask(0)
    expect(dana.sent).toHaveLength(2)
    expect(dana.sent[0] === dana.sent[1] || (await wordsOf(dana.check(dana.sent[0])))).toBeTruthy()
  })

  it('an address gets its share of the hour and no more, whoever asks', async () => {
    const dana = await asker()
    for (let n = 0; n < CODES_PER_HOUR; n++) await dana.ask(0)
    const refused = await refusal(dana.ask(0))
    expect(refused.status).toBe(429)
    expect(refused.retryAfterSeconds).toBeGreaterThan(3000)
    const stranger = { purpose: 'change_email', customerId: null, subject: dana.email.toUpperCase() } as const
    expect((await refusal(sendCode(deps, { ...stranger, send: async () => {} }))).status).toBe(429)
    expect(dana.sent).toHaveLength(CODES_PER_HOUR)
  })

  it('a code that could not be handed over may be asked for again at once', async () => {
    const dana = await asker()
    const broken = sendCode(deps, { ...dana.key, send: () => Promise.reject(new Error('no route')) })
    expect(await refusal(broken)).toMatchObject({ status: 503, problem: { code: 'not_sent' } })
    await dana.ask()
    expect(await dana.check()).toMatchObject({ customer_id: dana.id })
  })
})

describe('handles', () => {
  async function handleOf(customerId: number | null, subject: string) {
    const { handle } = await openHandle(deps.db, { purpose: 'login', customerId, subject })
    const sent: string[] = []
    const send = async () => {
      const issued = await renewCode(deps, { purpose: 'login', handle })
      if (issued) await deliverCode(deps, issued, async (code) => void sent.push(code))
      return issued
    }
    return {
      sent,
      send,
      check: (code = sent[0] ?? '') => checkCode(deps, { purpose: 'login', handle, code }),
    }
  }

  it('one handle takes a code, once in the resend window, and none after it was used', async () => {
    const { id, email } = await server.addCustomer()
    const dana = await handleOf(id, email)
    await Promise.all([dana.send(), dana.send(), dana.send()])
    expect(dana.sent).toHaveLength(1)
    expect((await dana.check()).customer_id).toBe(id)
    expect(await dana.send()).toBeNull()
    expect(dana.sent).toHaveLength(1)
  })

  it('of nobody sends nothing, never fits, and counts tries and sends like any other', async () => {
    const ghost = await handleOf(null, 'ghost@example.com')
    expect((await ghost.send())?.row.sends).toBe(0)
    expect((await ghost.send())?.row.sends).toBe(1)
    expect(ghost.sent).toEqual([])
    expect(await wordsOf(ghost.check('123456'))).toBe('That code is not right. 4 tries left.')
  })

  it('that are unknown get no code and fit none', async () => {
    expect(await renewCode(deps, { purpose: 'login', handle: 1 })).toBeNull()
    const said = await wordsOf(checkCode(deps, { purpose: 'login', handle: 1, code: '123456' }))
    expect(said).toBe('This code has expired. Ask for a new one.')
  })
})
