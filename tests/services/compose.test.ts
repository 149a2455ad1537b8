/** The example installation as docs/operations.md offers it, its programs without Docker: what its files say fits together and works. */
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/database/open.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { exampleEnv, servers } from '#tests/support/compose-file.ts'
import { type ComposeMachine, startComposeMachine } from '#tests/support/compose-machine.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import { formOf, PDF } from '#tests/support/uploads.ts'
import { type Pair, pairsOn, shownTexts } from './people.ts'

let machine: ComposeMachine
let database: OpenDatabase
let pair: Pair
const tabs: Tab[] = []

beforeAll(async () => {
  machine = await startComposeMachine()
  database = await openDatabase({ url: machine.databaseUrl })
  pair = await pairsOn(database)()
}, 180_000)
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
})
afterAll(async () => {
  await database?.close()
  await machine?.stop()
})

const call = (server: 0 | 1, path: string, init: RequestInit = {}) =>
  fetch(`${machine.urls[server]}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${pair.buyer.token}`, accept: 'application/json', ...init.headers },
  })

async function openThread(server: 0 | 1) {
  const { PUSHER_APP_KEY: key = '' } = exampleEnv
  const tab = openTab({ url: machine.urls[server] ?? '', token: pair.buyer.token, key })
  tabs.push(tab)
  const store = await tab.store()
  store.select(pair.seller.id)
  await eventually(() => store.thread.load.value.phase === 'ready')
  return store
}

describe('the example installation', () => {
  test.each(['postgres', 'redis', ...servers])('%s is healthy by its own check', (service) => {
    expect(() => machine.check(service)).not.toThrow()
  })

  test('carries a message from one server to the other, over its Redis', async () => {
    const [here, there] = [await openThread(0), await openThread(1)]
    here.send('Is the lot fenced?')
    await eventually(() => shownTexts(there).at(-1) === 'Is the lot fenced?')
  })

  test('keeps an upload in its bucket, where the other server finds it', async () => {
    const { contentType, payload } = await formOf({
      path: '',
      field: 'proof_file',
      bytes: PDF,
      fields: { ref: 'one' },
    })
    const taken = await call(0, '/customer/api/proof-of-funds', {
      ...{ method: 'POST', body: Uint8Array.from(payload) },
      headers: { 'content-type': contentType },
    })
    expect(taken.status).toBe(201)
    const { data } = (await taken.json()) as { data: { id: number } }
    const download = `/customer/api/proof-of-funds/${data.id}/download`
    const { headers } = await call(1, download, { redirect: 'manual' })
    // A signed address at the proxy, behind which either server may answer.
    const signed = new URL(headers.get('location') ?? '')
    expect(signed.origin).toBe(exampleEnv.PUBLIC_URL)
    const given = await call(1, signed.pathname + signed.search)
    expect(Buffer.from(await given.arrayBuffer()).equals(PDF)).toBe(true)
    expect(readdirSync(machine.bucket, { recursive: true }).length).toBeGreaterThan(0)
  })

  test('mails what it has to say, with links to the address that people know', async () => {
    const asked = await call(1, '/customer/api/auth/recovery-password-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: pair.buyer.email,
        recaptcha_token: await solveCaptchaAt(machine.urls[1] ?? ''),
      }),
    })
    expect(asked.status).toBe(200)
    await expect.poll(() => machine.mails.length).toBe(1)
    const mail = machine.mails[0]?.replaceAll(/=\r\n/g, '') ?? ''
    expect(mail).toContain(`To: ${pair.buyer.email}`)
    expect(mail).toContain(`From: ${exampleEnv.MAIL_FROM}`)
    expect(mail).toContain(`${exampleEnv.PUBLIC_URL}/`)
  })
})
