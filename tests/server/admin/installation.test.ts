/** An installation's name, logo, colors, sender, legal texts, markets and currency: the product's until staff set them, and for the next request after. */
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { letter } from '#server/notifications/letter.ts'
import { branded, brandStyles, webManifest } from '#server/site/branded.ts'
import { PRODUCT } from '#shared/contract/installation.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { publishProblems } from '#shared/rules/deals/completeness.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { handIn, PNG } from '#tests/support/uploads.ts'
import { addStaff } from './staff.ts'

const UNSET = {
  name: '',
  accent: '',
  accent_dark: '',
  sender_name: '',
  sender_address: '',
  postal_address: '' as string | undefined,
  markets: [] as string[],
  currency: 'USD',
  terms: '',
  privacy: '',
  retention: {} as Record<string, number> | undefined,
}
const LOGO = '/admin/api/installation/logo'
let server: TestServer
let avery: Awaited<ReturnType<typeof addStaff>>

beforeAll(async () => {
  server = await startTestServer()
  avery = await addStaff(server, 'Avery')
})
afterEach(() => put({}))
afterAll(() => server?.close())

const put = (change: Partial<typeof UNSET>) =>
  server.call('PUT', '/admin/api/installation', { token: avery.token, body: { ...UNSET, ...change } })
const shown = async () =>
  (await server.call('GET', '/admin/api/installation', { token: avery.token })).body.data

const documents = () =>
  Promise.all(
    ['buyer/app', 'seller', 'admin'].map((app) => readFile(`marketplace/${app}/index.html`, 'utf8')),
  )

it('unset, all is as it is without the setting', async () => {
  expect(await shown()).toEqual({ ...PRODUCT, terms: '', privacy: '' })
  expect(PRODUCT).toMatchObject({ name: 'Plat', logo: null, accent: null, markets: [], currency: 'USD' })
  for (const html of await documents()) expect(branded(html, PRODUCT)).toBe(html)
  expect(brandStyles(PRODUCT)).toBeNull()
  expect(webManifest(PRODUCT, '/')).toMatchObject({ name: 'Plat', icons: [{ src: '/favicon.svg' }] })
  const mail = letter({ subject: 'Hello', greeting: 'Hello,', paragraphs: [] }, PRODUCT)
  expect(mail.text).toBe('Hello,\n\nPlat\n')
  const config = (await server.call('GET', '/customer/api/configs')).body
  expect(config.terms_version).toBe(TERMS_VERSION)
  for (const name of ['terms', 'privacy'])
    expect((await server.call('GET', `/customer/api/legal/${name}`)).body).toEqual({ data: null })
})

it('what is set is in documents, mails and legal texts at once, and the log says who set it', async () => {
  const set = await put({
    name: 'Acre & Co',
    accent: '#7A1F5C',
    sender_name: 'Acre Deals',
    sender_address: 'hello@acre.example',
    terms: '# Rules\n\nBe kind.',
  })
  expect(set.status).toBe(200)
  const installation = await server.site.installation?.()
  expect(installation).toMatchObject({ name: 'Acre & Co', accent: '#7a1f5c', sender_name: 'Acre Deals' })
  for (const html of await documents()) {
    const changed = branded(html, { ...PRODUCT, ...installation })
    expect(changed).toContain('<html lang="en" data-brand="Acre &amp; Co" data-terms="')
    expect(changed).toMatch(/<link rel="stylesheet" href="\/brand\.css\?v=[0-9a-f]{12}">\s*<\/head>/)
  }
  const dana = await server.addCustomer()
  await server.call('POST', '/customer/api/auth/recovery-password-email', { body: { email: dana.email } })
  await expect.poll(async () => (await sentTo(server, 'mail', dana.email)).length).toBe(1)
  const [mail] = await sentTo(server, 'mail', dana.email)
  expect(mail?.body_text).toMatch(/\n\nAcre & Co\n/)
  expect(mail?.headers.From).toBe('Acre Deals <hello@acre.example>')
  const terms = await server.call('GET', '/customer/api/legal/terms')
  expect(terms.body.data).toMatchObject({ text: '# Rules\n\nBe kind.' })
  const config = (await server.call('GET', '/customer/api/configs')).body
  expect(config.terms_version).toBe(terms.body.data.version)
  const log = await server.call('GET', '/admin/api/audit', { token: avery.token })
  expect(log.body.data[0]).toMatchObject({
    action: 'installation.change',
    actor: 'Avery',
    before: { name: 'Plat' },
    after: { name: 'Acre & Co' },
  })
})

it('the postal address is in mails that one can unsubscribe from, and a console that does not know it leaves it', async () => {
  await put({ postal_address: '1 Main Street, Waco, TX 76701' })
  expect((await put({ postal_address: undefined })).status).toBe(200)
  expect(await shown()).toMatchObject({ postal_address: '1 Main Street, Waco, TX 76701' })
  expect((await server.call('GET', '/customer/api/configs')).body.postal_address).toBe(
    '1 Main Street, Waco, TX 76701',
  )
  const by = await server.site.installation?.()
  const news = { subject: 'New deals', greeting: 'Hello,', paragraphs: [] }
  const wayOut = { label: 'Stop mails like this one', url: 'https://host.test/stop' }
  for (const form of ['text', 'html'] as const) {
    const mail = letter({ ...news, wayOut }, { ...PRODUCT, ...by })[form]
    expect(mail).toContain('Plat, 1 Main Street, Waco, TX 76701')
    expect(letter(news, { ...PRODUCT, ...by })[form]).not.toContain('Main Street')
  }
})

it('how long records are kept is in the document for the policy, within limits, and a console that does not know it leaves it', async () => {
  expect((await put({ retention: { views: 200, audit: 2555 } })).status).toBe(200)
  expect((await put({ retention: undefined })).status).toBe(200)
  expect((await shown()).retention).toEqual({ views: 200 })
  const [document = ''] = await documents()
  expect(branded(document, { ...PRODUCT, ...(await server.site.installation?.()) })).toContain(
    'data-retention="{&quot;views&quot;:200}"',
  )
  for (const views of [29, 3651]) {
    const refused = await put({ retention: { views } })
    expect(refused.body.errors).toEqual({ 'retention.views': ['Give 30 to 3650 days.'] })
  }
  expect((await put({ retention: { views: 30.5 } })).status).toBe(422)
})

it.each([
  ['accent', { accent: '#ffee00' }, /White text on this color is hard to read/],
  ['accent', { accent: 'pink' }, /like #0b6477/],
  ['accent_dark', { accent: '#7a1f5c', accent_dark: '#101010' }, /on a dark page is hard to read/],
  ['accent_dark', { accent_dark: '#9ad0e6' }, /light pages first/],
  ['sender_address', { sender_address: 'hello' }, /email address/],
  ['sender_name', { sender_name: 'A\r\nBcc: x' }, /Leave out/],
  ['name', { name: '<Acre>' }, /Leave out/],
  ['markets', { markets: ['XX'] }, /states/],
] as const)('refuses a wrong %s in plain words', async (field, change, words) => {
  const refused = await put({ ...change, markets: [...('markets' in change ? change.markets : [])] })
  expect(refused.status).toBe(422)
  expect(refused.body.errors[field][0]).toMatch(words)
  expect(await shown()).toMatchObject({ name: 'Plat', accent: null })
})

it('a logo is decoded and drawn anew; what is no picture is refused, and the former one is deleted', async () => {
  const send = (bytes: Uint8Array, name: string) =>
    handIn(server, { path: LOGO, token: avery.token, field: 'logo', bytes, name })
  const wrong = await send(Buffer.from('<svg onload="alert(1)"/>'), 'logo.png')
  expect([wrong.status, wrong.body.errors.logo[0]]).toEqual([
    422,
    'This file is called PNG but is something else. Choose a JPG, PNG or WebP file.',
  ])
  const cut = await send(PNG.subarray(0, 50), 'logo.png')
  expect([cut.status, cut.body.errors.logo[0]]).toEqual([
    422,
    'This picture is damaged and cannot be read. Choose another one.',
  ])
  const first = (await send(PNG, 'logo.png')).body.data.logo
  expect(first).toMatch(/^\/photos\/[0-9a-f]{36}\.webp$/)
  expect((await server.app.inject(first)).headers['content-type']).toBe('image/webp')
  expect(branded((await documents())[0] ?? '', { ...PRODUCT, logo: first })).toContain(
    `<link rel="icon" href="${first}" />`,
  )
  const second = (await send(PNG, 'logo.png')).body.data.logo
  expect((await server.app.inject(first)).statusCode).toBe(404)
  await server.call('DELETE', LOGO, { token: avery.token })
  expect((await server.app.inject(second)).statusCode).toBe(404)
  expect((await shown()).logo).toBeNull()
})

it('a deal is listed in the chosen markets alone', () => {
  const at = (state: string, markets: string[]) =>
    publishProblems({ state } as Parameters<typeof publishProblems>[0], { photos: 1, documents: 0, markets })
      .state
  expect(at('TX', [])).toBeUndefined()
  expect(at('TX', ['FL', 'TX'])).toBeUndefined()
  expect(at('GA', ['FL', 'TX'])).toBe('Deals are listed here in Florida, Texas only.')
})

it('places are found in the chosen markets alone', async () => {
  const found = async (q: string) =>
    (await server.call('GET', `/customer/api/geo/locations?q=${q}`)).body.data.map(
      ({ label }: { label: string }) => label,
    )
  expect(await found('77008')).toEqual(['77008, Houston, TX'])
  expect((await found('orange county')).slice(0, 2)).toEqual(['Orange County, CA', 'Orange County, FL'])
  await put({ markets: ['FL', 'NC'] })
  expect(await found('77008')).toEqual([])
  expect(await found('orange county')).toEqual(['Orange County, FL', 'Orange County, NC'])
  expect(await found('texas')).not.toContain('Texas')
  expect((await found('florida'))[0]).toBe('Florida')
})

it('earlier searches are offered in the chosen markets alone, and are back when the markets are', async () => {
  const { token } = await server.addCustomer()
  for (const q of ['houston', 'florida']) {
    const [{ label, value }] = (await server.call('GET', `/customer/api/geo/locations?q=${q}`)).body.data
    const body = { label, value: value.placeId, meta: value.place }
    await server.call('POST', '/customer/api/auth/location-queries', { token, body })
  }
  const body = { label: 'Of another kind', value: 'x', meta: { zoom: 3 } }
  await server.call('POST', '/customer/api/auth/location-queries', { token, body })
  const offered = async () =>
    (await server.call('GET', '/customer/api/auth/location-queries', { token })).body.data.map(
      ({ label }: { label: string }) => label,
    )
  await put({ markets: ['FL', 'NC'] })
  expect(await offered()).toEqual(['Of another kind', 'Florida'])
  await put({})
  expect(await offered()).toEqual(['Of another kind', 'Florida', 'Houston, TX'])
})

it('a position has a place in the chosen markets alone', async () => {
  const placesAt = async (lat: number, lng: number) =>
    (await server.call('GET', `/customer/api/geo/address?lat=${lat}&lng=${lng}`)).body.data.map(
      ({ label }: { label: string }) => label,
    )
  await put({ markets: [] })
  expect(await placesAt(29.76, -95.37)).toContain('Houston, TX')
  await put({ markets: ['FL'] })
  expect(await placesAt(29.76, -95.37)).toEqual([])
  expect(await placesAt(28.54, -81.38)).toEqual(expect.arrayContaining(['Orlando, FL', 'Florida']))
})

it('what the server writes next is in the currency that was set', async () => {
  const { id } = await server.addCustomer()
  const refusal = async (currency: string) => {
    const body = { customer_id: id, amount_cents: 0, reason: 'Nothing to be booked' }
    const { errors } = (
      await server.call('POST', '/admin/api/adjustments', {
        token: avery.token,
        body,
        headers: { 'Idempotency-Key': `refusal-${currency}` },
      })
    ).body
    return errors.amount_cents[0]
  }
  await put({ currency: 'EUR' })
  expect(await refusal('EUR')).toBe('Enter an amount other than zero, up to €100,000.')
  await put({})
  expect(await refusal('USD')).toBe('Enter an amount other than zero, up to $100,000.')
})

it('the currency stays once money is booked', async () => {
  expect((await put({ currency: 'CAD' })).body.data.currency).toBe('CAD')
  await put({})
  await server.database.db
    .insertInto('ledger_transactions')
    .values({
      kind: 'adjustment',
      cause: 'test',
      description: 'Booked',
      customer_id: (await server.addCustomer()).id,
    })
    .execute()
  const refused = await put({ currency: 'CAD' })
  expect(refused.body.errors.currency).toEqual(['Money is booked in USD already, so the currency stays.'])
})
