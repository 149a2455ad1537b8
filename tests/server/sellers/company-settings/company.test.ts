/** What an administrator sets and a manager may not, the logo, saved replies, and who looks after whom. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { upload } from '#tests/server/deals/listing/scene.ts'
import { type Person, type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../../admin/staff.ts'

let server: TestServer
let seller: Seller
let manager: { id: number; token: string }
let buyer: Person
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://plat.example' })
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  seller = await server.addAccount()
  manager = await addManager(seller.id)
  buyer = await server.addCustomer()
  await server.introduce(buyer, seller)
})

async function addManager(accountId: number) {
  const { db } = server.database
  const { id } = await db
    .insertInto('account_members')
    .values({ account_id: accountId, name: 'Mo Reyes', email: `mo${accountId}@example.com`, role: 'manager' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: 3_600_000 } as const
  return { id, token: (await issue(db, { ...wanted, principalId: id })).token }
}

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = seller.token) =>
  server.call(method, `/account/api${path}`, { token, ...(body === undefined ? {} : { body }) })

describe('the settings', () => {
  it('accept a proof of funds once it is reviewed, unless the seller changes the rule', async () => {
    expect((await ask('GET', '/company')).body.data.proof_rule).toBe('reviewed')
  })

  it('are read and changed by an administrator', async () => {
    const change = {
      about: 'Since 1998.',
      states: ['TX', 'LA', 'TX', 'ZZ'],
      requires_id: true,
      proof_rule: 'uploaded',
      postal_address: ' 12 Main Street, Waco, TX 76701 ',
    }
    const { status, body } = await ask('PUT', '/company', change)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      about: 'Since 1998.',
      states: ['LA', 'TX'],
      requires_id: true,
      title: 'Bluebonnet Homes',
      proof_rule: 'uploaded',
      postal_address: '12 Main Street, Waco, TX 76701',
      url: `https://plat.example/company/${seller.id}`,
    })
    expect((await ask('PUT', '/company', { proof_rule: 'never' })).status).toBe(422)
    expect((await ask('PUT', '/company', { about: '' })).body.data).toMatchObject({
      about: null,
      postal_address: '12 Main Street, Waco, TX 76701',
      requires_id: true,
    })
  })

  it('have a state of registration and an EIN, which staff see and buyers do not', async () => {
    const { body } = await ask('PUT', '/company', { registration_state: 'TX', ein: ' 123456789 ' })
    expect(body.data).toMatchObject({ registration_state: 'TX', ein: '12-3456789' })
    const wrong = await ask('PUT', '/company', { ein: '12-34567', registration_state: 'Texas' })
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      422,
      ['ein', 'registration_state'],
    ])
    const staff = await addStaff(server, 'Ines')
    const { body: sellers } = await server.call('GET', '/admin/api/accounts', staff)
    expect(sellers.data).toContainEqual(
      expect.objectContaining({ id: seller.id, registration_state: 'TX', ein: '12-3456789' }),
    )
    const page = await server.call('GET', `/customer/api/accounts/${seller.id}`)
    expect(page.status).toBe(200)
    expect(JSON.stringify(page.body)).not.toMatch(/registration_state|12-?3456789/)
    const empty = await ask('PUT', '/company', { registration_state: '', ein: '' })
    expect(empty.body.data).toMatchObject({ registration_state: null, ein: null })
  })

  it('let buyers write first unless the seller turns it off, until it is turned on again', async () => {
    const shown = async () => (await ask('GET', '/company')).body.data.accepts_first_contact
    expect(await shown()).toBe(true)
    for (const isOn of [false, true]) {
      const { body } = await ask('PUT', '/company', { accepts_first_contact: isOn })
      expect(body.data.accepts_first_contact).toBe(isOn)
      await ask('PUT', '/company', { about: 'Since 1998.' })
      expect(await shown()).toBe(isOn)
    }
  })

  it('are closed to a manager, who has deals and buyers all the same', async () => {
    const calls = [
      ask('GET', '/company', undefined, manager.token),
      ask('PUT', '/company', { about: 'Mine now.' }, manager.token),
      ask('DELETE', '/company/logo', undefined, manager.token),
      ask('PUT', `/members/${manager.id}`, { role: 'administrator' }, manager.token),
    ]
    for (const { status, body } of await Promise.all(calls))
      expect([status, body.code]).toEqual([403, 'administrators_only'])
    expect((await ask('POST', '/deals', {}, manager.token)).status).toBe(201)
    expect((await ask('GET', '/chats', undefined, manager.token)).status).toBe(200)
    expect((await ask('GET', '/auth/user', undefined, manager.token)).body.data.role).toBe('manager')
  })

  it('have a logo under an address of its own, which ends with the next one', async () => {
    const picture = () =>
      sharp({ create: { width: 900, height: 300, channels: 3, background: '#204060' } })
        .png()
        .toBuffer()
    const send = async () =>
      upload(server, seller, '/account/api/company/logo', { kind: 'logo', bytes: await picture() })
    const first = (await send()).body.data.logo
    const shown = await server.app.inject({ method: 'GET', url: new URL(first).pathname })
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(512)
    const second = (await send()).body.data.logo
    expect((await ask('GET', '/auth/user')).body.data.account.logo).toBe(second)
    expect((await server.app.inject({ method: 'GET', url: new URL(first).pathname })).statusCode).toBe(404)
    expect((await ask('DELETE', '/company/logo')).body.data.logo).toBeNull()
    expect((await server.app.inject({ method: 'GET', url: new URL(second).pathname })).statusCode).toBe(404)
  })
})

describe('roles', () => {
  it('are given and taken, and the last administrator stays one', async () => {
    const { body } = await ask('PUT', `/members/${manager.id}`, { role: 'administrator' })
    expect(body.data.map(({ role }: { role: string }) => role)).toEqual(['administrator', 'administrator'])
    expect((await ask('PUT', `/members/${seller.memberId}`, { role: 'manager' })).status).toBe(200)
    expect((await ask('GET', '/company')).status).toBe(403)
    const last = await ask('PUT', `/members/${manager.id}`, { role: 'manager' }, manager.token)
    expect(last.status).toBe(409)
  })

  it('are not both given away by two at once', async () => {
    await ask('PUT', `/members/${manager.id}`, { role: 'administrator' })
    const both = await Promise.all([
      ask('PUT', `/members/${manager.id}`, { role: 'manager' }),
      ask('PUT', `/members/${seller.memberId}`, { role: 'manager' }, manager.token),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a conversation', () => {
  it('is looked after by somebody of the seller app', async () => {
    const path = `/customers/${buyer.id}/assignee`
    expect((await ask('PUT', path, { member_id: manager.id })).status).toBe(204)
    const [chat] = (await ask('GET', '/chats')).body.data
    expect(chat.assigned_to).toEqual({ id: manager.id, name: 'Mo Reyes' })
    const rival = await server.addAccount('Rival Homes')
    expect((await ask('PUT', path, { member_id: rival.memberId })).status).toBe(422)
    expect((await ask('PUT', path, { member_id: null })).status).toBe(204)
    expect((await ask('GET', '/chats')).body.data[0].assigned_to).toBeNull()
  })
})

describe('saved replies', () => {
  it('are kept by name, changed and removed by everybody in the seller app', async () => {
    await ask('POST', '/saved-replies', { title: 'Hours', body: 'From 8 to 6.' })
    const { body } = await ask('POST', '/saved-replies', { title: 'Access', body: 'Lockbox.' }, manager.token)
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Access', 'Hours'])
    const [access, hours] = body.data
    const changed = await ask('PUT', `/saved-replies/${access.id}`, { title: 'Key', body: 'Ask me.' })
    expect(changed.body.data[1]).toEqual({ id: access.id, title: 'Key', body: 'Ask me.' })
    const left = await ask('DELETE', `/saved-replies/${hours.id}`)
    expect(left.body.data).toHaveLength(1)
  })

  it('of another company do not exist', async () => {
    const { body } = await ask('POST', '/saved-replies', { title: 'Hours', body: 'From 8 to 6.' })
    const rival = await server.addAccount('Rival Homes')
    const path = `/saved-replies/${body.data[0].id}`
    expect((await ask('PUT', path, { title: 'a', body: 'b' }, rival.token)).status).toBe(404)
    expect((await ask('DELETE', path, undefined, rival.token)).status).toBe(404)
    expect((await ask('GET', '/saved-replies', undefined, rival.token)).body.data).toEqual([])
  })
})
