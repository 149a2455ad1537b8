import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORTED_TABLES, UNEXPORTED_TABLES } from '#server/accounts/profile/export-data.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

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
