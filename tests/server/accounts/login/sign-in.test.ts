import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerById } from '#server/accounts/login/queries.ts'
import { startSession } from '#server/accounts/login/sign-in.ts'
import { findToken } from '#server/accounts/login/tokens.ts'
import { DEFAULT_LIMITS } from '#server/core/config/limits.ts'
import { createHoldingsOf } from '#server/customer-holdings.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const request = { cookies: {}, headers: {}, ip: '192.0.2.1', host: 'localhost' } as unknown as FastifyRequest
const reply = {} as FastifyReply
const deps = () => ({
  db: server.database.db,
  broadcaster: server.broadcaster,
  prefix: 'App',
  limits: DEFAULT_LIMITS,
  parts: server.parts,
  holdingsOf: createHoldingsOf(server.database.db),
  joinGuests: async () => {},
  secret: 'a secret for tests only',
  site: { origin: 'https://plat.example' },
})

/** A customer as a login saw them, and what happened before it could begin the session. */
async function seen() {
  const { id } = await server.addCustomer()
  const row = await customerById(server.database.db, id)
  if (!row) throw new Error('The customer was not stored.')
  return row
}

const livingSessions = (id: number) =>
  server.database.db
    .selectFrom('access_tokens')
    .select('id')
    .where('principal_id', '=', id)
    .where('principal_kind', '=', 'customer')
    .where('revoked_at', 'is', null)
    .execute()

it('a login that is still under way while the password changes begins no session', async () => {
  const row = await seen()
  const before = await livingSessions(row.id)
  await server.database.db
    .updateTable('customers')
    .set({ password_hash: 'another' })
    .where('id', '=', row.id)
    .execute()
  await expect(startSession(deps(), { request, reply }, row)).rejects.toMatchObject({ status: 422 })
  expect(await livingSessions(row.id)).toEqual(before)
})

it('a login that is still under way while the account is deleted begins no session', async () => {
  const row = await seen()
  await server.database.db.deleteFrom('customers').where('id', '=', row.id).execute()
  await expect(startSession(deps(), { request, reply }, row)).rejects.toMatchObject({ status: 422 })
})

it('a token without its customer is nobody’s', async () => {
  const { id, token } = await server.addCustomer()
  expect(await findToken(server.database.db, token)).toMatchObject({ principal_id: id })
  await server.database.db.deleteFrom('customers').where('id', '=', id).execute()
  expect(await findToken(server.database.db, token)).toBeUndefined()
})
