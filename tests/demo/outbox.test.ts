import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenWorld, openWorld } from '#demo/seed/open-world.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { AGREED_TO_TEXTS } from '#tests/support/text-consents.ts'

let world: OpenWorld

beforeAll(async () => {
  world = await openWorld({
    database: await openTestDatabase(),
    messages: 0,
    companies: 0,
    deals: 0,
    secret: 'a secret for tests only',
    demoReplies: false,
    log: { level: 'silent' },
  })
  const rows = [
    { channel: 'mail', recipient: 'Ann@example.com', subject: 'Confirm', body_text: 'Your code is 482913.' },
    { channel: 'sms', recipient: '+17132840199', body_text: 'Plat code: 118204' },
    { channel: 'mail', recipient: 'bob@example.com', subject: 'Hi', body_text: '<b>Plain</b>' },
  ] as const
  for (const row of rows) await world.server.database.db.insertInto('outbox').values(row).execute()
})
afterAll(() => world.close({ graceMs: 0 }))

const inject = (method: 'GET' | 'POST', url: string, payload?: object) =>
  world.server.app.inject({ method, url, ...(payload ? { payload } : {}) })

async function outbox(query: string): Promise<{ id: number; to: string; code: string | null }[]> {
  return (await inject('GET', `/demo/outbox.json${query}`)).json().messages
}
const recipients = async (query: string) => (await outbox(query)).map(({ to }) => to)

describe('the outbox', () => {
  it('lists what was sent, newest first, with its codes', async () => {
    const letters = await outbox('')
    expect(letters.map(({ to, code }) => [to, code])).toEqual([
      ['bob@example.com', null],
      ['+17132840199', '118204'],
      ['Ann@example.com', '482913'],
    ])
  })

  it.each([
    ['?to=ann@', ['Ann@example.com']],
    [`?to=${encodeURIComponent('(713) 284')}`, ['+17132840199']],
    ['?to=nobody', []],
    ['?to=%25', ['bob@example.com', '+17132840199', 'Ann@example.com']],
  ])('finds by recipient: %s', async (query, found) => {
    expect(await recipients(query)).toEqual(found)
  })

  it('tells what came after a message', async () => {
    const [newest, before] = await outbox('')
    expect(await recipients(`?after=${before?.id}`)).toEqual([newest?.to])
  })

  it('refuses an id that is none', async () => {
    expect((await inject('GET', '/demo/outbox.json?after=x')).statusCode).toBe(422)
  })

  it('is never kept by a cache', async () => {
    expect((await inject('GET', '/demo/outbox.json')).headers['cache-control']).toBe('no-store')
  })

  it.each(['/demo/outbox', '/demo/parts/outbox.js', '/demo/parts/parts.css', '/demo/tokens.css'])(
    'has its page: %s',
    async (url) => {
      expect((await inject('GET', url)).statusCode).toBe(200)
    },
  )
})

describe('an answer to a text message', () => {
  it('of STOP is answered, and deals are texted no more', async () => {
    const { db } = world.server.database
    const isOptedIn = async () =>
      (
        await db
          .selectFrom('customer_phones')
          .select('opted_in')
          .where('phone', '=', '+17132840142')
          .executeTakeFirstOrThrow()
      ).opted_in
    await db.updateTable('customer_phones').set(AGREED_TO_TEXTS).execute()
    await inject('POST', '/demo/sms-reply', { from: '+17132840142', body: 'Stop' })
    expect(await isOptedIn()).toBe(false)
    expect(await recipients('?to=7132840142')).toHaveLength(1)
    await inject('POST', '/demo/sms-reply', { from: '+17132840142', body: 'START' })
    expect(await isOptedIn()).toBe(true)
  })

  it.each([
    [{ from: '7132840142', body: 'STOP' }, 'from'],
    [{ from: '+17132840142', body: ' ' }, 'body'],
    [{ from: '+17132840142' }, 'body'],
  ])('is refused when it is %j', async (payload, field) => {
    const answer = await inject('POST', '/demo/sms-reply', payload)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })
})
