/** Downloads: a session is sent on, the signed address serves its holder and nobody else for minutes, and each is written down. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue, tokenHash } from '#server/accounts/login/tokens.ts'
import { corporateDocumentLink, proofLink } from '#server/offers/proof-of-funds/proof-wire.ts'
import { type Holder, holderText, signLink } from '#server/providers/files/signed-link.ts'
import { FILE_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import { addStaff } from '#tests/server/admin/staff.ts'
import {
  PASSWORD,
  type Person,
  type Seller,
  startTestServer,
  type TestServer,
} from '#tests/support/server.ts'
import { handIn, PDF } from '#tests/support/uploads.ts'
import { addOffer } from './add-offer.ts'

const SECRET = 'a secret for tests only'
const LINKS = { secret: SECRET, site: { origin: '' }, nowMs: Date.now }
let server: TestServer
let seller: Seller
let rival: Seller
let dana: Person
let lee: Person
let proofId: number
let offerId: number
beforeAll(async () => {
  server = await startTestServer({ secret: SECRET })
  ;[seller, rival] = [await server.addAccount(), await server.addAccount('Rival Homes')]
  ;[dana, lee] = [await server.addCustomer(), await server.addCustomer()]
  const { body } = await handIn(server, {
    path: '/customer/api/proof-of-funds',
    token: dana.token,
    field: 'proof_file',
    bytes: PDF,
    name: 'Frost “June”.pdf',
    fields: { ref: 'one' },
  })
  proofId = body.data.id
  offerId = await addOffer(server, { buyer: dana, seller, state: 'submitted', proofId })
})
afterAll(() => server.close())

const downloadOf = (id: number) => `/customer/api/proof-of-funds/${id}/download`
/** Each call comes from another network: downloads per network and minute are limited. */
let networks = 0
const get = (url: string, token?: string) =>
  server.call('GET', url, { from: `10.0.${networks++}.1`, ...(token ? { token } : {}) })
const signedFor = async (token: string) => String((await get(downloadOf(proofId), token)).headers.location)
const holderOf = async ({ token }: { token: string }) => {
  const row = await server.database.db
    .selectFrom('access_tokens')
    .select(['id', 'principal_kind', 'principal_id'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirstOrThrow()
  return { kind: row.principal_kind as Holder['kind'], id: row.principal_id, sessionId: row.id }
}
const audits = (kind: string, id: number) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_id', 'action'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

describe('a proof of funds', () => {
  it('is saved, never run, by its owner and by the seller it was shown to, without a cookie', async () => {
    for (const { token } of [dana, seller]) {
      const { status, body, headers } = await get(await signedFor(token))
      expect([status, body]).toEqual([200, PDF.toString()])
      expect(headers).toMatchObject({
        'content-disposition': `attachment; filename="Frost _June_.pdf"; filename*=UTF-8''Frost%20%E2%80%9CJune%E2%80%9D.pdf`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'content-type': 'application/pdf',
      })
    }
    expect(await audits('proof_of_funds', proofId)).toEqual([
      { actor_kind: 'customer', actor_id: dana.id, action: 'proof_of_funds.download' },
      { actor_kind: 'member', actor_id: seller.memberId, action: 'proof_of_funds.download' },
    ])
  })

  it('does not exist for anybody else, with a session or without', async () => {
    expect((await get(downloadOf(proofId), lee.token)).status).toBe(404)
    expect((await get(downloadOf(proofId), rival.token)).status).toBe(404)
    expect((await get(downloadOf(proofId))).status).toBe(401)
    const widget = await server.call('POST', '/customer/api/auth/token', { token: dana.token })
    expect((await get(downloadOf(proofId), widget.body.data.token)).status).toBe(401)
  })

  it('is in the list with an address of the moment', async () => {
    const { body } = await get('/customer/api/proof-of-funds', dana.token)
    expect((await get(body.data[0].url)).status).toBe(200)
  })

  it('is not served by an address that was changed or has ended', async () => {
    const url = await signedFor(dana.token)
    for (const changed of [
      url.replace(/until=\d/, 'until=9'),
      url.replace(`customer-${dana.id}-`, `customer-${lee.id}-`),
      url.replace(/(holder=[^&]+)/, '$1' + '0'),
      url.replace(/holder=[^&]+/, `holder=customer-${dana.id}`),
      url.replace(/holder=[^&]+/, 'holder=staff-1'),
      url.replace(`/${proofId}/`, `/${proofId + 1}/`),
      url.replace(/signature=.*/, 'signature=x'),
    ])
      expect(await get(changed)).toMatchObject({ status: 403, body: { code: 'foreign_link' } })
    const past = Date.now() - 1000
    const holder = holderText(await holderOf(dana))
    const { until, signature } = signLink(SECRET, `proof of funds ${proofId} for ${holder}`, past)
    const query = new URLSearchParams({ until, holder, signature })
    expect(await get(`${downloadOf(proofId)}?${query}`)).toMatchObject({
      status: 410,
      body: { code: 'expired_link' },
    })
    expect(FILE_LINK_LIFETIME_MS).toBeLessThanOrEqual(10 * 60_000)
  })

  it('has a link that expires by the clock that it is given', async () => {
    const link = proofLink({ ...LINKS, nowMs: () => 0.25 }, proofId, await holderOf(dana))
    expect(new URL(link, 'https://plat.example').searchParams.get('until')).toBe(
      String(FILE_LINK_LIFETIME_MS),
    )
  })

  it('is closed to a seller who never saw the offer, who got another proof since, and who left the account', async () => {
    const { db } = server.database
    const link = proofLink(LINKS, proofId, await holderOf(seller))
    expect((await get(link)).status).toBe(200)
    const setOffer = (values: { state?: 'draft' | 'submitted'; proof_id?: number | null }) =>
      db.updateTable('offers').set(values).where('id', '=', offerId).execute()
    await setOffer({ state: 'draft' })
    expect((await get(link)).status).toBe(404)
    await setOffer({ state: 'submitted', proof_id: null })
    expect((await get(link)).status).toBe(404)
    await setOffer({ proof_id: proofId })
    const left = await server.addAccount('Short-lived')
    const lost = await addOffer(server, { buyer: dana, seller: left, state: 'submitted', proofId })
    const leftLink = proofLink(LINKS, proofId, await holderOf(left))
    expect((await get(leftLink)).status).toBe(200)
    await db.deleteFrom('account_members').where('id', '=', left.memberId).execute()
    expect((await get(leftLink)).status).toBe(410)
    await db.deleteFrom('offers').where('id', '=', lost).execute()
  })
})

describe('a corporate document', () => {
  const pathOf = (id: number) => `/customer/api/offers/${id}/corporate-documents`
  const add = (id: number, token: string, fields: Record<string, string> = {}) =>
    handIn(server, {
      path: pathOf(id),
      token,
      field: 'document_file',
      bytes: PDF,
      name: 'agreement.pdf',
      fields: { ref: 'doc', type: 'operating_agreement', title: 'Operating agreement', ...fields },
    })

  it('is added once to a draft or an active offer of one’s own, with what it is', async () => {
    const first = await add(offerId, dana.token, { offer_id: String(offerId) })
    expect(first).toMatchObject({
      status: 201,
      body: { data: { offer_id: offerId, type: 'operating_agreement', title: 'Operating agreement' } },
    })
    expect((await add(offerId, dana.token)).body.data.id).toBe(first.body.data.id)
    expect((await add(offerId, lee.token)).status).toBe(404)
    expect((await add(offerId, dana.token, { ref: 'x', type: 'novel' })).body.errors).toHaveProperty('type')
    expect((await add(offerId, dana.token, { ref: 'x', offer_id: '999' })).body.errors).toHaveProperty(
      'offer_id',
    )
    const ended = await addOffer(server, { buyer: dana, seller, state: 'rejected' })
    expect((await add(ended, dana.token)).status).toBe(409)
  })

  it('is opened by both sides and taken back while the offer is open', async () => {
    const { body } = await add(offerId, dana.token, { ref: 'two' })
    const id: number = body.data.id
    const url = `${pathOf(offerId)}/${id}/download`
    const remove = (token: string) => server.call('DELETE', `${pathOf(offerId)}/${id}`, { token })
    expect((await get(url, rival.token)).status).toBe(404)
    for (const { token } of [dana, seller])
      expect((await get(String((await get(url, token)).headers.location))).body).toBe(PDF.toString())
    expect((await audits('corporate_document', id)).map(({ actor_kind: kind }) => kind)).toEqual([
      'customer',
      'member',
    ])
    // A link of one offer does not open it under another.
    const link = corporateDocumentLink(LINKS, { id, offer_id: offerId + 1 }, await holderOf(dana))
    expect((await get(link)).status).toBe(404)
    const { db } = server.database
    await db.updateTable('offers').set({ state: 'confirmed' }).where('id', '=', offerId).execute()
    expect((await remove(dana.token)).status).toBe(409)
    await db.updateTable('offers').set({ state: 'countered' }).where('id', '=', offerId).execute()
    expect((await remove(lee.token)).status).toBe(404)
    expect((await remove(dana.token)).status).toBe(204)
    expect((await get(url, dana.token)).status).toBe(404)
  })

  it('comes from the seller too, for a step to the closing of a confirmed offer', async () => {
    const bound = await addOffer(server, { buyer: dana, seller, state: 'confirmed' })
    const addTo = (id: number, { token }: Pick<Seller, 'token'>, fields: Record<string, string>) =>
      handIn(server, {
        path: `/account/api/offers/${id}/files`,
        token,
        field: 'document_file',
        bytes: PDF,
        name: 'title report.pdf',
        fields: { ref: 'title', ...fields },
      })
    const { status, body } = await addTo(bound, seller, { step: 'title_opened' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ step: 'title_opened', is_from_seller: true, title: 'title report.pdf' })
    expect((await addTo(bound, seller, { step: 'title_opened' })).body.data.id).toBe(body.data.id)
    const shown = await server.call('GET', `/customer/api/offer/${bound}`, { token: dana.token })
    expect(shown.body.data.corporate_documents).toMatchObject([{ is_from_seller: true, ref: '' }])
    const file = await get(
      String((await get(`${pathOf(bound)}/${body.data.id}/download`, dana.token)).headers.location),
    )
    expect(file.body).toBe(PDF.toString())
    expect((await addTo(bound, seller, { ref: 'x' })).body.errors).toHaveProperty('step')
    expect((await addTo(bound, rival, { ref: 'x', step: 'funded' })).status).toBe(404)
    expect((await addTo(offerId, seller, { ref: 'x', step: 'funded' })).status).toBe(409)
  })
})

describe('a link to a file', () => {
  const WAYS = [
    {
      name: 'a logout of the buyer',
      who: () => dana,
      end: ({ token }: { token: string }) => server.call('POST', '/logout', { token }),
    },
    {
      name: 'a logout of the seller',
      who: () => seller,
      end: ({ token }: { token: string }) => server.call('POST', '/account/api/auth/logout', { token }),
    },
    {
      name: 'the suspension of the account',
      who: () => seller,
      end: () => suspend(new Date()),
    },
    {
      name: 'the blocking of the buyer',
      who: () => dana,
      end: () => block(new Date()),
    },
  ]
  const suspend = (suspended_at: Date | null) =>
    server.database.db.updateTable('accounts').set({ suspended_at }).where('id', '=', seller.id).execute()
  const block = (blocked_at: Date | null) =>
    server.database.db.updateTable('customers').set({ blocked_at }).where('id', '=', dana.id).execute()
  /** Another session of the same person. */
  const again = async (who: Person | Seller) => {
    const { kind, id } = await holderOf(who)
    const purpose = kind === 'customer' ? 'session' : 'desk'
    const wanted = { kind, principalId: id, purpose, lifetimeMs: 60_000 } as const
    return issue(server.database.db, wanted)
  }

  it.each(WAYS)('opens nothing after $name', async ({ who, end }) => {
    const { body } = await handIn(server, {
      path: `/customer/api/offers/${offerId}/corporate-documents`,
      token: dana.token,
      field: 'document_file',
      bytes: PDF,
      fields: { ref: 'link', type: 'other', title: 'Other' },
    })
    const { token } = await again(who())
    const links: string[] = []
    for (const path of [downloadOf(proofId), `${body.data.url.split('?')[0]}`])
      links.push(String((await get(path, token)).headers.location))
    const opened = async () => (await Promise.all(links.map((link) => get(link)))).map(({ status }) => status)
    expect(await opened()).toEqual([200, 200])
    await end({ token })
    expect(await opened()).toEqual([410, 410])
    await suspend(null)
    await block(null)
  })

  it('opens for its person from another session of theirs, and in no session of another person', async () => {
    const link = await signedFor(dana.token)
    expect((await get(link, (await again(dana)).token)).status).toBe(200)
    expect(await get(link, lee.token)).toMatchObject({ status: 403, body: { code: 'foreign_link' } })
    const shown = await signedFor(seller.token)
    expect(await get(shown, rival.token)).toMatchObject({ status: 403, body: { code: 'foreign_link' } })
    // A bearer says who calls, also of another kind.
    expect(await get(link, seller.token)).toMatchObject({ status: 403, body: { code: 'foreign_link' } })
    expect(await get(shown, dana.token)).toMatchObject({ status: 403, body: { code: 'foreign_link' } })
    // Browsers send a seller's cookie to the seller's API alone, but a buyer's of the same browser along.
    const login = await server.call('POST', '/login', { body: { email: dana.email, password: PASSWORD } })
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await server.call('GET', shown, { headers: { cookie } })).status).toBe(200)
  })
})

describe('a link that the console shows', () => {
  it('opens the file until the staff member logs out, and names them in the log', async () => {
    const avery = await addStaff(server, 'Avery')
    const { body } = await get('/admin/api/proofs', avery.token)
    const { url } = body.data.find(({ id }: { id: number }) => id === proofId)
    const { pathname, search } = new URL(url, 'https://plat.example')
    const opened = await get(pathname + search)
    expect([opened.status, opened.body]).toEqual([200, PDF.toString()])
    expect((await audits('proof_of_funds', proofId)).at(-1)).toEqual({
      actor_kind: 'staff',
      actor_id: avery.id,
      action: 'proof_of_funds.download',
    })
    await server.call('POST', '/admin/api/auth/logout', { token: avery.token })
    expect(await get(pathname + search)).toMatchObject({ status: 410, body: { code: 'expired_link' } })
  })
})

describe('a deleted account', () => {
  it('takes its files along', async () => {
    const gone = await server.addCustomer()
    await handIn(server, {
      path: '/customer/api/proof-of-funds',
      token: gone.token,
      field: 'proof_file',
      bytes: PDF,
      fields: { ref: 'one' },
    })
    const { storage_key: key } = await server.database.db
      .selectFrom('proofs_of_funds')
      .select('storage_key')
      .where('customer_id', '=', gone.id)
      .executeTakeFirstOrThrow()
    expect(await server.parts.files.get(key)).not.toBeNull()
    const answer = await server.call('POST', '/customer/api/auth/delete-account', {
      token: gone.token,
      body: { confirmation: gone.email, password: PASSWORD },
    })
    expect(answer.status).toBe(200)
    await expect.poll(() => server.parts.files.get(key)).toBeNull()
  })
})
