/** What every identity provider must do, asked of each: the embedded one, and Plaid's library against a stub of its API. */
import type { FastifyRequest } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedIdentity, signWebhook } from '#server/providers/identity/embedded.ts'
import type { IdentityProvider } from '#server/providers/identity/identity-provider.ts'
import { createPlaidIdentity } from '#server/providers/identity/plaid.ts'
import { type PlaidStub, startPlaidStub } from './plaid-stub.ts'

interface Sent {
  body: string
  headers: Record<string, string>
}

interface Side {
  provider: IdentityProvider
  signatureHeader: string
  /** A genuine webhook that says how a check stands. */
  say(externalId: string, status: 'success' | 'failed' | 'pending_review', ageS?: number): Promise<Sent>
  /** Genuine, and about something else. */
  sayOther(): Promise<Sent>
}

const SECRET = 'a secret for tests only'
const person = {
  kind: 'customer',
  id: 7,
  email: 'dana@example.com',
  name: 'Dana Whitfield',
  brand: 'Bayou Deals',
} as const
let plaid: PlaidStub
const sides: Record<string, Side> = {}

beforeAll(async () => {
  plaid = await startPlaidStub()
  sides.Plaid = {
    provider: createPlaidIdentity(plaid.settings, { log: { warn: () => {} } }),
    signatureHeader: 'plaid-verification',
    say(externalId, status, ageS = 0) {
      plaid.settle(externalId, status, status === 'failed' ? 'selfie_check' : undefined)
      return plaid.webhook(externalId, { ageS })
    },
    sayOther: () => plaid.webhook('item_1', { type: 'ITEM' }),
  }
  sides.embedded = {
    provider: createEmbeddedIdentity({ secret: SECRET, site: { origin: 'https://plat.example' } }),
    signatureHeader: 'X-Plat-Signature',
    say: async (externalId, status, ageS = 0) =>
      signWebhook(
        SECRET,
        { externalId, status, reason: status === 'failed' ? 'The selfie did not match the document.' : null },
        Date.now() - ageS * 1000,
      ),
    sayOther: async () => signWebhook(SECRET, { externalId: '', status: 'success', reason: null }),
  }
})
afterAll(() => plaid.close())

const requestOf = (headers: Record<string, string>) =>
  ({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  }) as unknown as FastifyRequest

describe.each(['embedded', 'Plaid'])('identity by %s', (name) => {
  const side = (): Side => {
    const found = sides[name]
    if (!found) throw new Error(`no side ${name}`)
    return found
  }
  const read = ({ headers, body }: Sent) => side().provider.readWebhook(requestOf(headers), body)

  it('begins a check with a token for the browser and an id for the server', async () => {
    const check = await side().provider.start(person)
    expect(check.linkToken.length).toBeGreaterThan(10)
    expect(check.externalId.length).toBeGreaterThan(10)
  })

  it('reads a genuine webhook', async () => {
    const { provider, say } = side()
    const { externalId } = await provider.start({ ...person, id: 8 })
    expect(await read(await say(externalId, 'pending_review'))).toEqual({
      externalId,
      status: 'pending_review',
      reason: null,
    })
    expect(await read(await say(externalId, 'failed'))).toEqual({
      externalId,
      status: 'failed',
      reason: 'The selfie did not match the document.',
    })
  })

  it('lets go what is genuine and about something else', async () => {
    expect(await read(await side().sayOther())).toBe('irrelevant')
  })

  it('does not believe a missing, broken, old or foreign signature, or another body', async () => {
    const { provider, say, signatureHeader } = side()
    const { externalId } = await provider.start({ ...person, id: 9 })
    const genuine = await say(externalId, 'success')
    const withHeader = (value: string) => ({ ...genuine, headers: { [signatureHeader]: value } })
    expect(await read({ ...genuine, headers: {} })).toBe('forged')
    expect(await read(withHeader('t=1,v1=00'))).toBe('forged')
    expect(await read(withHeader(`${genuine.headers[signatureHeader]}x`))).toBe('forged')
    expect(await read({ ...genuine, body: `${genuine.body} ` })).toBe('forged')
    expect(await read(await say(externalId, 'success', 3600))).toBe('forged')
    const unknownKey = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .setIssuedAt()
      .sign(Buffer.from(SECRET))
    expect(await read(withHeader(unknownKey))).toBe('forged')
    const other = signWebhook('another secret', { externalId, status: 'success', reason: null })
    expect(await read({ ...other, body: genuine.body })).toBe('forged')
    expect(await read(genuine)).toMatchObject({ status: 'success' })
  })
})

describe('Plaid', () => {
  it('goes on with an open session and begins one that ended anew', async () => {
    const { provider } = sides.Plaid as Side
    const first = await provider.start({ ...person, id: 20 })
    expect((await provider.start({ ...person, id: 20 })).externalId).toBe(first.externalId)
    plaid.settle(first.externalId, 'failed')
    expect((await provider.start({ ...person, id: 20 })).externalId).not.toBe(first.externalId)
  })

  it('names the installation to who is checked, as far as Plaid shows it', async () => {
    const provider = createPlaidIdentity(plaid.settings, { log: { warn: () => {} } })
    await provider.start({ ...person, id: 30 })
    await provider.start({ ...person, id: 31, brand: 'The Bayou Deals Exchange of Greater Houston' })
    expect(plaid.clientNames.slice(-2)).toEqual(['Bayou Deals', 'The Bayou Deals Exchange of Gr'])
  })

  it('is not asked without end for keys that nobody has', async () => {
    const provider = createPlaidIdentity(plaid.settings, { log: { warn: () => {} } })
    plaid.asked.length = 0
    for (let count = 0; count < 30; count++) {
      const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: `k${count}` })).toString('base64url')
      expect(await provider.readWebhook(requestOf({ 'plaid-verification': `${header}.e30.AA` }), '{}')).toBe(
        'forged',
      )
    }
    expect(plaid.asked).toHaveLength(10)
  })

  it('that does not answer is said in words', async () => {
    const warned: unknown[] = []
    const log = { warn: (given: unknown) => void warned.push(given) }
    const provider = createPlaidIdentity({ ...plaid.settings, secret: 'wrong' }, { log })
    await expect(provider.start(person)).rejects.toMatchObject({ status: 503 })
    expect(JSON.stringify(warned)).toBe('[{"reason":"INVALID_FIELD"}]')
  })
})
