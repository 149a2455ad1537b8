import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TABLE_WORDS } from '#server/accounts/profile/export-archive.ts'
import { EXPORTED_TABLES, UNEXPORTED_TABLES } from '#server/accounts/profile/export-data.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../../admin/staff.ts'
import { addBuyer, addSeller, topUp as fill, sendOffer, TERMS } from '../../offers/offers/scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const API = '/customer/api'
const remove = (who: Person, body: Record<string, unknown>) =>
  server.call('POST', `${API}/auth/delete-account`, { token: who.token, body })

describe('the export', () => {
  it('names every table that knows the customer', async () => {
    const { rows } = await sql<{ table_name: string }>`
      select table_name from information_schema.columns
      where column_name = 'customer_id' and table_schema = 'public'`.execute(server.database.db)
    const known = [...EXPORTED_TABLES, ...UNEXPORTED_TABLES]
    expect(rows.map((row) => row.table_name).sort()).toEqual([...known].sort())
  })

  it('has the own words and numbers, nothing of others, and no secret', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    const homes = await server.addAccount()
    for (const who of [dana, eli]) {
      await server.introduce(who, homes)
      await server.call('POST', `/customers/${who.id}/accounts/${homes.id}/text-messages`, {
        token: who.token,
        body: { message: `I am ${who.email}` },
      })
    }
    await server.call('POST', `${API}/phone`, { token: dana.token, body: { phone: '713 284 0901' } })
    const answer = await server.call('GET', `${API}/auth/export`, { token: dana.token })
    expect(answer.headers['content-disposition']).toContain('attachment')
    const { data } = answer.body
    expect(data.profile).toMatchObject({ email: dana.email, has_password: true })
    expect(data.messages.map((row: { body: string }) => row.body)).toEqual([`I am ${dana.email}`])
    expect(data.customer_phones).toHaveLength(1)
    expect(data.sessions).toHaveLength(1)
    const text = JSON.stringify(data)
    for (const secret of ['argon2', 'token_hash', 'code_hash', eli.email]) expect(text).not.toContain(secret)
  })

  it('is in the order in which it came about, wherever the database keeps it', async () => {
    const dana = await server.addCustomer()
    const homes = await server.addAccount()
    await server.introduce(dana, homes)
    const words = ['One', 'Two', 'Three']
    for (const message of words)
      await server.call('POST', `/customers/${dana.id}/accounts/${homes.id}/text-messages`, {
        token: dana.token,
        body: { message },
      })
    const { db } = server.database
    await db.updateTable('messages').set({ is_read: true }).where('body', '=', 'One').execute()
    const { data } = (await server.call('GET', `${API}/auth/export`, { token: dana.token })).body
    expect(data.messages.map((row: { body: string }) => row.body)).toEqual(words)
  })
})

describe('the export as a ZIP file', () => {
  const archiveOf = async (who: Person): Promise<Record<string, Uint8Array>> => {
    const answer = await server.app.inject({
      url: `${API}/auth/export.zip`,
      headers: { authorization: `Bearer ${who.token}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    return unzipSync(answer.rawPayload)
  }
  const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
  const rowsOf = (files: Record<string, Uint8Array>, table: string) =>
    JSON.parse(textOf(files[`data/${table}.json`]))

  it('has an index, offers with their moves and terms, amounts, and the files', async () => {
    const seller = await addSeller(server)
    const dana = await addBuyer(server)
    await fill(server, dana.id, 250_00)
    const offer = await sendOffer(dana, await server.addProperty(seller.id))
    const bytes = Buffer.from('%PDF-1.7 proof')
    const { db } = server.database
    await server.parts.files.put('proofs/zip', bytes, 'application/pdf')
    await db
      .updateTable('proofs_of_funds')
      .set({ storage_key: 'proofs/zip', file_name: 'Bank letter #2.pdf' })
      .where('customer_id', '=', dana.id)
      .execute()
    const files = await archiveOf(dana)
    expect(rowsOf(files, 'offers')).toMatchObject([
      { id: offer.id, terms: { price_cents: TERMS.price_cents, closing_on: TERMS.closing_on } },
    ])
    expect(rowsOf(files, 'offer_moves')).toMatchObject([{ offer_id: offer.id, kind: 'submit', by: 'buyer' }])
    expect(rowsOf(files, 'ledger_entries')).toContainEqual(
      expect.objectContaining({ place: 'wallet', amount_cents: 250_00 }),
    )
    const [name = ''] = Object.keys(files).filter((file) => file.startsWith('files/'))
    expect(name).toMatch(/^files\/proofs-of-funds\/\d+-Bank letter #2\.pdf$/)
    expect(Buffer.from(files[name] ?? [])).toEqual(bytes)
    const index = textOf(files['index.html'])
    expect(index).toContain('<h1>Your data at Plat</h1>')
    expect(index).toContain(
      '<td>Offers</td><td><a href="data/offers.json">data/offers.json</a></td><td>1</td>',
    )
    for (const file of Object.keys(files))
      if (file !== 'index.html')
        expect(index).toContain(`href="${file.split('/').map(encodeURIComponent).join('/')}"`)
    const all = Object.entries(files).map(([name, bytes]) => (name.startsWith('data/') ? textOf(bytes) : ''))
    for (const internal of ['storage_key', 'provider_ref', 'scanned_with', '"ref"'])
      expect(all.join()).not.toContain(internal)
  })

  it('says that a file is missing instead of failing', async () => {
    const dana = await addBuyer(server)
    await server.database.db
      .updateTable('proofs_of_funds')
      .set({ storage_key: 'proofs/lost', file_name: 'Lost.pdf' })
      .where('customer_id', '=', dana.id)
      .execute()
    const files = await archiveOf(dana)
    expect(textOf(files['index.html'])).toContain(
      '<td>Proof of funds: Lost.pdf</td><td>This file is missing.',
    )
  })

  it('says when staff looked at the records, without saying who; looks within an hour are one', async () => {
    const avery = await addStaff(server, 'Avery')
    const dana = await addBuyer(server)
    await fill(server, dana.id, 100_00)
    for (const path of [
      `customers?q=${dana.email}`,
      `customers?q=${dana.email}`,
      `ledger?customer_id=${dana.id}`,
      'proofs',
    ])
      expect((await server.call('GET', `/admin/api/${path}`, { token: avery.token })).status).toBe(200)
    const log = rowsOf(await archiveOf(dana), 'log')
    expect(log.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['customer.read', 'staff'],
      ['ledger.read', 'staff'],
      ['proof_of_funds.read', 'staff'],
    ])
    expect(JSON.stringify(log)).not.toMatch(/Avery|\d+\.\d+\.\d+\.\d+/)
    const shown = async (query: string) =>
      (await server.call('GET', `/admin/api/audit${query}`, { token: avery.token })).body.data.map(
        ({ action }: { action: string }) => action,
      )
    expect(await shown('')).not.toContain('customer.read')
    expect(await shown('?reads=1')).toEqual(expect.arrayContaining(['customer.read', 'ledger.read']))
  })

  it('has words for each table', async () => {
    const dana = await addBuyer(server)
    const { data } = (await server.call('GET', `${API}/auth/export`, { token: dana.token })).body
    expect(Object.keys(data).filter((table) => !(table in TABLE_WORDS))).toEqual([])
  })
})

describe('deleting the account', () => {
  it('needs the address, typed, and the password', async () => {
    const dana = await server.addCustomer()
    const typed = await remove(dana, { confirmation: 'delete', password: PASSWORD })
    expect(Object.keys(typed.body.errors)).toEqual(['confirmation'])
    expect(Object.keys((await remove(dana, { confirmation: dana.email })).body.errors)).toEqual(['password'])
    const wrong = await remove(dana, { confirmation: dana.email, password: 'not this one' })
    expect(wrong.body.errors).toEqual({ password: ['This is not your password.'] })
    expect((await server.call('GET', `${API}/auth/user`, { token: dana.token })).status).toBe(200)
  })

  it('leaves nothing behind, closes the sockets and says so by mail', async () => {
    const dana = await server.addCustomer()
    const homes = await server.addAccount()
    await server.introduce(dana, homes)
    await server.call('POST', `${API}/phone`, {
      token: dana.token,
      body: { phone: '713 284 0902', opted_in: true },
    })
    server.terminated.length = 0
    const answer = await remove(dana, { confirmation: ` ${dana.email.toUpperCase()} `, password: PASSWORD })
    expect(answer.status).toBe(200)
    expect(server.terminated).toEqual([expect.stringMatching(`^customer:${dana.id}:`)])
    expect((await server.call('GET', `${API}/auth/user`, { token: dana.token })).status).toBe(401)
    const { db } = server.database
    for (const table of [...EXPORTED_TABLES, ...UNEXPORTED_TABLES]) {
      const rows = await db
        .selectFrom(table)
        .select('customer_id')
        .where('customer_id', '=', dana.id)
        .execute()
      expect(rows, table).toEqual([])
    }
    const tokens = await db
      .selectFrom('access_tokens')
      .select('id')
      .where('principal_id', '=', dana.id)
      .execute()
    expect(tokens).toEqual([])
    expect(await sentTo(server, 'sms', '+17132840902')).toEqual([])
    await expect
      .poll(async () => (await sentTo(server, 'mail', dana.email)).map((mail) => mail.subject))
      .toEqual(['Your account was deleted'])
  })

  it('leaves others alone', async () => {
    const [dana, eli] = [await server.addCustomer(), await server.addCustomer()]
    await remove(dana, { confirmation: dana.email, password: PASSWORD })
    expect((await server.call('GET', `${API}/auth/user`, { token: eli.token })).status).toBe(200)
  })
})
