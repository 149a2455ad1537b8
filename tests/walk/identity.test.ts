/**
 * An identity check as its buyer sees it: begun over HTTP, decided by the provider's signed webhook, told over a real socket on the
 * customer's private channel (spec section 4, identity verification status event).
 */
import { signal } from '@preact/signals-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { followIdentity } from '#marketplace/buyer/platform/identity-updates.ts'
import { createUserStore, type UserStore } from '#marketplace/buyer/platform/user-store.ts'
import { openLive } from '#marketplace/kit/live-socket.ts'
import type { PlatServer } from '#server/compose-server.ts'
import { createServer } from '#server/create-server.ts'
import { signWebhook } from '#server/providers/identity/embedded.ts'
import type { IdentityStatus } from '#server/providers/identity/identity-provider.ts'
import { createApi } from '#shared/api/client.ts'
import { identityLinkToken } from '#shared/contract/profile.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, peopleOf } from '#tests/support/server.ts'
import { eventually } from '#tests/support/tab.ts'

const KEY = 'identity'
const SECRET = 'a secret for tests only'
const log = { warn: () => undefined, error: () => undefined }

let server: PlatServer
let url: string
let people: ReturnType<typeof peopleOf>
let stops: (() => void)[] = []

beforeAll(async () => {
  server = await createServer({
    database: await openTestDatabase(),
    realtime: {
      driver: 'embedded',
      appId: 'identity',
      key: KEY,
      secret: SECRET,
    },
    ...(process.env.TEST_REDIS_URL ? { redisUrl: process.env.TEST_REDIS_URL } : {}),
    secret: SECRET,
    log: { level: 'silent' },
  })
  url = (await server.listen({ port: 0, host: '127.0.0.1' })).url
  people = peopleOf(server)
})

afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

afterAll(() => server?.close({ graceMs: 0 }))

/** One page that follows the check of whoever holds the token; a page without a token is a visitor's. */
function openPage(who: Person) {
  const token = signal<string | null>(who.token)
  const api = createApi({ base: `${url}/customer/api`, token: () => token.value })
  const user = createUserStore({ api, log, maySession: () => token.value !== null })
  let joined = 0
  const stop = followIdentity({
    user: { ...user, load: () => user.load().finally(() => joined++) },
    live: openLive({
      api,
      clock: systemClock,
      log,
      siteOrigin: url,
      connection: { check: async () => true },
    }),
  })
  stops.push(stop)
  const become = async (next: Person) => {
    token.value = null
    user.forget()
    token.value = next.token
    await follow()
  }
  /** Loads the user and waits until the channel stands, which is when the page asks what it missed. */
  const follow = async () => {
    const before = joined
    await user.load()
    await eventually(() => joined > before, 'the subscription')
  }
  return { api, user, become, follow }
}

const statusOf = ({ state }: UserStore) =>
  state.value.phase === 'user' ? state.value.user.identity.status : state.value.phase

async function decide(externalId: string, status: IdentityStatus) {
  const { body, headers } = signWebhook(SECRET, { externalId, status, reason: null })
  const reply = await fetch(`${url}/webhooks/identity/embedded`, { method: 'POST', body, headers })
  expect(reply.status).toBe(204)
}

/** Channel subscriptions on the server. */
async function subscriptions(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^plat_realtime_subscriptions (\d+)$/m.exec(text)?.[1])
}

it('a check that passes shows on the open page without a reload', async () => {
  const page = openPage(await people.addCustomer())
  await page.follow()
  const { data } = await page.api(identityLinkToken, {})
  await eventually(() => statusOf(page.user) === 'in_progress')
  await decide(data.link_token, 'pending_review')
  await eventually(() => statusOf(page.user) === 'pending_review')
  await decide(data.link_token, 'success')
  await eventually(() => statusOf(page.user) === 'success')
})

it('after a log out and a log in one listener is left, and it hears of the new customer alone', async () => {
  const [dana, marcus] = [await people.addCustomer(), await people.addCustomer()]
  const page = openPage(dana)
  await page.follow()
  const ofDana = (await page.api(identityLinkToken, {})).data.link_token
  await eventually(() => statusOf(page.user) === 'in_progress')
  await page.become(marcus)
  const ofMarcus = (await page.api(identityLinkToken, {})).data.link_token
  await decide(ofDana, 'success')
  await decide(ofMarcus, 'pending_review')
  await eventually(() => statusOf(page.user) === 'pending_review')
  await expect.poll(subscriptions).toBe(1)
})
