/** The keys of the seller's own site in the app: the secret that is shown once, and what is said of a wrong origin. */
import { expect, test } from 'vitest'
import { formerLabel } from '#marketplace/seller/company/key-labels.ts'
import { createKeyStore } from '#marketplace/seller/company/key-store.ts'
import { launcherDraft } from '#marketplace/seller/company/launcher-draft.ts'
import { refused, scriptedApi } from '#tests/support/fake-api.ts'

const KEY = {
  id: 3,
  name: 'Website',
  publishable_key: 'pk_a',
  secret_ends_with: 'wxyz',
  origins: [],
  created_at: '2026-10-01T00:00:00.000Z',
  last_used_at: null,
  former_secret_until: null,
  guests: { allowed: false, contact: 'email' },
}

test('a new key joins the list without its secret, which stays until it was copied', async () => {
  const { api, calls } = scriptedApi([
    { data: [KEY] },
    { data: { ...KEY, id: 4, name: 'Shop', secret_key: 'sk_secret' } },
  ])
  const store = createKeyStore(api)
  await store.load()
  expect(await store.create({ name: ' Shop ', origins: 'https://shop.example\n' })).toBeNull()
  expect(calls[1]).toMatchObject({ body: { name: 'Shop', origins: ['https://shop.example'] } })
  expect(store.secret.value).toBe('sk_secret')
  expect(store.state.value).toMatchObject({ phase: 'ready', value: [{ id: 3 }, { id: 4, name: 'Shop' }] })
  expect(JSON.stringify(store.state.value)).not.toContain('sk_secret')
  store.forgetSecret()
  expect(store.secret.value).toBeNull()
})

test('a wrong origin is named before anything is sent, and a refusal of the server afterwards', async () => {
  const { api, calls } = scriptedApi([{ data: [KEY] }, refused(409, 'An account can have 20 keys.')])
  const store = createKeyStore(api)
  await store.load()
  const wrong = await store.create({ name: 'Shop', origins: 'https://ok.example http://shop.example' })
  expect(wrong).toMatchObject({ fields: { origins: expect.stringContaining('http://shop.example') } })
  expect(calls).toHaveLength(1)
  expect(await store.create({ name: 'Shop', origins: '' })).toEqual({
    fields: {},
    message: 'An account can have 20 keys.',
  })
})

test('public keys are sent as a set, none as null, and what is no set is named before anything is sent', async () => {
  const { api, calls } = scriptedApi([
    { data: [KEY] },
    { data: [KEY] },
    { data: [KEY] },
    refused(422, 'Invalid.', { errors: { 'jwks.keys.0': ['This is a private key.'] } }),
  ])
  const store = createKeyStore(api)
  await store.load()
  const change = (jwks: string) => store.change(3, { name: 'Site', origins: '', jwks })
  for (const wrong of ['{', '[]', '{"keys": [{}]}'])
    expect(await change(wrong)).toMatchObject({ fields: { jwks: expect.any(String) } })
  expect(calls).toHaveLength(1)
  const set = { keys: [{ kty: 'EC', kid: 'a', crv: 'P-256', x: 'x', y: 'y' }] }
  expect(await change(JSON.stringify(set))).toBeNull()
  expect(calls[1]).toMatchObject({ body: { name: 'Site', jwks: set } })
  expect(await change(' ')).toBeNull()
  expect(calls[2]).toMatchObject({ body: { jwks: null } })
  expect(await change(JSON.stringify(set))).toEqual({
    fields: { 'jwks.keys.0': 'This is a private key.' },
    message: null,
  })
})

test('a color that is none is said at its field before anything is sent, and a good launcher is sent whole', async () => {
  const { api, calls } = scriptedApi([{ data: [KEY] }, { data: [KEY] }])
  const store = createKeyStore(api)
  await store.load()
  const draft = {
    ...launcherDraft({ ...KEY, guests: { allowed: true, contact: 'email' } }),
    pages: '/a\n/b/*',
  }
  expect(await store.changeLauncher(3, { ...draft, accent: 'red' })).toEqual({
    fields: { accent: 'Enter a color like #0b6477.' },
    message: null,
  })
  expect(await store.changeLauncher(3, { ...draft, pages: 'homes' })).toMatchObject({
    fields: { pages: expect.any(String) },
  })
  expect(calls).toHaveLength(1)
  expect(await store.changeLauncher(3, { ...draft, accent: '#7a2c2c' })).toBeNull()
  expect(calls[1]).toMatchObject({
    body: {
      guests: { allowed: true, contact: 'email' },
      launcher: { accent: '#7a2c2c', pages: ['/a', '/b/*'], hours: null, corner: 'bottom-right' },
    },
  })
})

test.each([
  ['2026-10-02T00:00:00.000Z', 'The previous secret key works for 24 more hours'],
  ['2026-10-01T00:10:00.000Z', 'The previous secret key works for 1 more hour'],
  ['2026-09-30T00:00:00.000Z', null],
  [null, null],
])('a former secret until %s is said as %s', (until, words) => {
  expect(formerLabel(until, Date.parse('2026-10-01T00:00:00.000Z'))).toBe(words)
})
