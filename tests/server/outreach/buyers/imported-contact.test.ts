/** Somebody without an account whose address companies imported: they see it, stop it and erase it by a mailed link. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOf, stopAddress } from '#server/accounts/profile/imported-contacts.ts'
import { contactToken } from '#server/notifications/unsubscribe-token.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { tablesWith } from '#tests/support/tables-with.ts'
import { campaignScene } from '../blasts/scene.ts'

const SECRET = 'a secret for tests only'
let server: TestServer
let scene: ReturnType<typeof campaignScene>
let homes: Seller
beforeAll(async () => {
  server = await startTestServer({ secret: SECRET, publicUrl: 'https://plat.example' })
  scene = campaignScene(server)
  ;({ homes } = await scene.begin())
})
afterAll(() => server.close({ graceMs: 0 }))

const FORM = { how: 'form on our site', at: '2026-03-01' }
const bring = async (email: string, row: Record<string, unknown> = { consents: { email: FORM } }) =>
  (await scene.post(homes, '/buyers/import', { rows: [{ line: 2, email, has_consent: false, ...row }] })).body
    .data
const kept = async () => (await server.call('GET', '/account/api/buyers', { token: homes.token })).body.data
const change = (body: Record<string, unknown>) =>
  server.call('POST', '/customer/api/auth/unsubscribe', { body })
const show = (token: string) => server.call('POST', '/customer/api/auth/subscription', { body: { token } })

/** Asked for as a visitor does, and read in the mail. */
async function mailedToken(email: string): Promise<string> {
  await change({ email })
  const link = async () => {
    const mails = await sentTo(server, 'mail', email)
    return /user\/unsubscribe\/(\S+)/.exec(mails.at(-1)?.body_text ?? '')?.[1]
  }
  await expect.poll(link).toBeDefined()
  return (await link()) ?? ''
}

it('sees what is kept, stops all, and is not imported again until they allow it', async () => {
  const email = 'ann@contacts.example'
  await bring(email, { name: 'Ann', phone: '(713) 284-0142', consents: { email: FORM } })
  const token = await mailedToken(email)
  await server.call('GET', `/user/unsubscribe/${token}`)
  const { data } = (await show(token)).body
  expect(data).toMatchObject({ email: 'a•••@contacts.example', type: null, is_subscribed: true })
  const accounts = server.database.db.selectFrom('accounts').select('title').where('id', '=', homes.id)
  const { title } = await accounts.executeTakeFirstOrThrow()
  expect(data.imports).toEqual([
    {
      company: title,
      imported_at: expect.any(String),
      name: 'Ann',
      phone: '+17132840142',
      email_consent: FORM,
      sms_consent: null,
    },
  ])
  expect((await change({ token, is_subscribed: false })).status).toBe(200)
  expect((await show(token)).body.data).toMatchObject({ is_subscribed: false })
  expect(await kept()).toMatchObject([{ email, has_consent: false, consents: {} }])
  const again = await bring('Ann@Contacts.example')
  expect(again).toMatchObject({ added: 0, updated: 0 })
  expect(again.skipped).toEqual([{ line: 2, reason: 'The owner of this address asked not to be contacted.' }])
  expect(await kept()).toMatchObject([{ has_consent: false }])
  await change({ token, is_subscribed: true })
  expect(await kept()).toMatchObject([{ has_consent: false }])
  expect(await bring(email)).toMatchObject({ updated: 1, skipped: [] })
})

it('erases everything, and nobody brings it back', async () => {
  const email = 'bea@contacts.example'
  await bring(email, { name: 'Bea Holloway', phone: '(713) 284-0143', consents: { sms: FORM } })
  const token = await mailedToken(email)
  const { db } = server.database
  const words = /bea@contacts|Holloway|7132840143/i
  expect(await tablesWith(db, words)).toEqual(['account_buyers'])
  expect((await change({ token, is_erased: true })).status).toBe(200)
  expect(await tablesWith(db, words)).toEqual([])
  expect((await show(token)).status).toBe(422)
  expect(await bring(email)).toMatchObject({ added: 0, updated: 0 })
})

it('a link is of one address, and an address that nobody imported gets the same answer and no mail', async () => {
  await bring('cal@contacts.example')
  await bring('dee@contacts.example')
  const token = await mailedToken('cal@contacts.example')
  await change({ token, is_erased: true })
  expect((await kept()).map((row: { email: string }) => row.email)).toContain('dee@contacts.example')
  const known = await change({ email: 'dee@contacts.example' })
  const unknown = await change({ email: 'nobody@contacts.example' })
  expect([unknown.status, unknown.body.message]).toEqual([known.status, known.body.message])
  await mailedToken('dee@contacts.example')
  expect(await sentTo(server, 'mail', 'nobody@contacts.example')).toEqual([])
})

it('a link that is forged, or whose contact has an account now, does nothing', async () => {
  const email = 'eve@contacts.example'
  await bring(email)
  const row = server.database.db.selectFrom('account_buyers').select('id').where('email', '=', email)
  const { id } = await row.executeTakeFirstOrThrow()
  const forged = await contactToken('another secret of these tests', Number(id))
  expect((await show(forged)).status).toBe(422)
  expect((await change({ token: forged, is_erased: true })).status).toBe(422)
  const token = await contactToken(SECRET, Number(id))
  const buyer = await scene.buyer()
  await server.database.db
    .updateTable('account_buyers')
    .set({ customer_id: buyer.id })
    .where('id', '=', id)
    .execute()
  expect((await change({ token, is_erased: true })).status).toBe(422)
  expect(await row.execute()).toEqual([{ id }])
})

it('an import waits for a stop that is under way, and leaves the address out', async () => {
  const email = 'beside@contacts.example'
  const { db } = server.database
  const done: string[] = []
  let both: [Promise<void>, Promise<{ skipped: { reason: string }[] }>] | undefined
  // A transaction that wrote the same hash blocks the stop, which nobody else sees until it ends.
  await db.transaction().execute(async (trx) => {
    await sql`insert into stopped_addresses (hash) values (${hashOf(email)})`.execute(trx)
    const stopping = stopAddress(db, email)
    await untilBlocked(1)
    both = [stopping.then(() => void done.push('stop')), bring(email)]
    void both[1].then(() => done.push('import'))
    await untilBlocked(2)
    await sql`delete from stopped_addresses where hash = ${hashOf(email)}`.execute(trx)

    /** The embedded database has one connection: there they wait for this transaction, and nothing shows it. */
    async function untilBlocked(count: number): Promise<void> {
      for (let tries = 0; tries < 50 && done.length === 0; tries++) {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
          where not granted`.execute(trx)
        if ((rows[0]?.count ?? 0) >= count) return
        await pause(10)
      }
    }
  })
  const imported = await both?.[1]
  await both?.[0]
  expect(done).toEqual(['stop', 'import'])
  expect(imported?.skipped.map(({ reason }) => reason)).toEqual([
    'The owner of this address asked not to be contacted.',
  ])
})
