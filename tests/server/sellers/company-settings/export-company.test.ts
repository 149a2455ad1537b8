/** An owner takes everything of the company along, and nothing of others: no secret, no draft of a buyer, no other account. */
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMPANY_TABLES, UNEXPORTED_OF_COMPANY } from '#server/sellers/company-settings/export-company.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { handIn, PNG } from '#tests/support/uploads.ts'
import { addStaff } from '../../admin/staff.ts'
import { addBuyer, addSeller, sendOffer } from '../../offers/offers/scene.ts'

const PATH = '/account/api/export.zip'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function archiveOf(token: string): Promise<Record<string, Uint8Array>> {
  const answer = await server.app.inject({ url: PATH, headers: { authorization: `Bearer ${token}` } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzipSync(answer.rawPayload)
}
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

it('names every table that knows an account', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where column_name = 'account_id' and table_schema = 'public'`.execute(server.database.db)
  const known = [...Object.keys(COMPANY_TABLES), ...UNEXPORTED_OF_COMPANY]
  expect(rows.map((row) => row.table_name).filter((table) => !known.includes(table))).toEqual([])
})

it('has deals with their photos, buyers, messages and offers that were sent', async () => {
  const [seller, rival] = [await addSeller(server), await addSeller(server, 'Rival Homes')]
  const dana = await addBuyer(server)
  const deal = await server.addProperty(seller.id)
  const path = `/account/api/deals/${deal}/images`
  const photo = await handIn(server, {
    path,
    token: seller.token,
    field: 'photo',
    bytes: PNG,
    name: 'front.png',
  })
  expect(photo.status).toBe(201)
  await server.addProperty(rival.id, '77 Rival Road')
  const { id } = await sendOffer(dana, deal)
  await server.call('POST', '/account/api/keys', { token: seller.token, body: { name: 'Site' } })
  await server.database.db
    .insertInto('offers')
    .values({
      property_id: deal,
      customer_id: dana.id,
      account_id: seller.id,
      state: 'draft',
      terms: '{"note":"My draft"}',
      snapshot: 'null',
    })
    .execute()

  await server.parts.files.put('deals/survey', Buffer.from('%PDF-1.7 survey'), 'application/pdf')
  await server.database.db
    .insertInto('property_documents')
    .values({
      property_id: deal,
      title: 'Survey ../2026',
      kind: 'survey',
      content_type: 'application/pdf',
      size_bytes: 15,
      storage_key: 'deals/survey',
    })
    .execute()

  const files = await archiveOf(seller.token)
  const rowsOf = (table: string) => JSON.parse(textOf(files[`data/${table}.json`]))
  expect(rowsOf('properties')).toMatchObject([{ id: deal, address: '412 Live Oak St' }])
  expect(rowsOf('offers')).toMatchObject([{ id, state: 'submitted' }])
  expect(rowsOf('chats')).toMatchObject([{ customer_id: dana.id, customer_name: 'Dana Whitfield' }])
  expect(rowsOf('messages')).toMatchObject([{ offer_id: id, type: 'inbound' }])
  const [image = ''] = Object.keys(files).filter((file) => file.startsWith(`files/deal-${deal}/photo-`))
  expect(textOf(files[image]?.subarray(8, 12))).toBe('WEBP')
  const documents = Object.keys(files).filter((file) => file.includes('Survey'))
  expect(documents).toEqual([expect.stringMatching(/^files\/deal-\d+\/\d+-Survey \.\.-?2026\.pdf$/)])
  const all = Object.entries(files)
    .filter(([name]) => name.startsWith('data/'))
    .map(([, bytes]) => textOf(bytes))
    .join('\n')
  for (const foreign of ['Rival', 'My draft', 'argon2', 'secret_hash', 'storage_key', dana.email])
    expect(all).not.toContain(foreign)
  const index = textOf(files['index.html'])
  for (const file of Object.keys(files))
    if (file !== 'index.html') expect(index).toContain(`href="${encodeURI(file)}"`)
})

it('is for owners, and the log says who downloaded it', async () => {
  const seller = await addSeller(server)
  await archiveOf(seller.token)
  const staff = await addStaff(server, 'Avery')
  const log = await server.call('GET', '/admin/api/audit', { token: staff.token })
  expect(log.body.data[0]).toMatchObject({
    action: 'account.export',
    subject_id: seller.id,
    actor: 'Sam Ortega',
  })
  await server.database.db
    .updateTable('account_members')
    .set({ role: 'manager' })
    .where('id', '=', seller.memberId)
    .execute()
  expect((await server.call('GET', PATH, { token: seller.token })).status).toBe(403)
})
