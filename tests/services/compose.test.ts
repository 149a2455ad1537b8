/** The example installation as docs/operations.md offers it, its programs without Docker: what its files say fits together and works. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { solveCaptchaAt } from '#tests/support/captcha.ts'
import { exampleEnv, servers } from '#tests/support/compose-file.ts'
import { type ComposeMachine, startComposeMachine, WIDGET_FILES } from '#tests/support/compose-machine.ts'
import { statusOf } from '#tests/support/compose-proxy.ts'
import { eventually, openTab, type Tab } from '#tests/support/tab.ts'
import { formOf, PDF } from '#tests/support/uploads.ts'
import { outgoing, type Pair, pairsOn, shownTexts, storedTexts } from './people.ts'

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

const openThread = (server: 0 | 1) => openThreadAt(machine.urls[server] ?? '')

async function openThreadAt(url: string) {
  const { PUSHER_APP_KEY: key = '' } = exampleEnv
  const tab = openTab({ url, token: pair.buyer.token, key })
  tabs.push(tab)
  const store = await tab.store()
  store.select(pair.seller.id)
  await eventually(() => store.thread.load.value.phase === 'ready')
  return store
}

describe('the example installation', () => {
  test.each(['postgres', 'redis', 'clamav', ...servers])('%s is healthy by its own check', (service) => {
    expect(() => machine.check(service)).not.toThrow()
  })

  test('carries a message from one server to the other, over its Redis', async () => {
    const [here, there] = [await openThread(0), await openThread(1)]
    here.send('Is the lot fenced?')
    await eventually(() => shownTexts(there).at(-1) === 'Is the lot fenced?')
  })

  test('keeps an upload in the volume, where the other server finds it', async () => {
    const { contentType, payload } = await formOf({
      path: '',
      field: 'proof_file',
      bytes: PDF,
      fields: { ref: 'one' },
    })
    const taken = await call(0, '/customer/api/proof-of-funds', {
      method: 'POST',
      body: Uint8Array.from(payload),
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
    expect(readdirSync(machine.files, { recursive: true }).length).toBeGreaterThan(0)
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

describe('the example installation’s proxy', () => {
  const ask = (path: string) => fetch(`${machine.proxyUrl}${path}`)

  test('hands out the widget to pages anywhere, for ever where a name has a hash', async () => {
    const lifetimes = await Promise.all(
      WIDGET_FILES.map(async (name) => {
        const answer = await ask(`/widget/${name}`)
        expect(await answer.text()).toContain(name)
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
        return answer.headers.get('cache-control')
      }),
    )
    const forEver = 'public, max-age=31536000, immutable'
    expect(lifetimes).toEqual(['public, max-age=0', forEver, forEver])
  })

  test.each(['seller', 'admin'])('leads to the pages of /%s/', async (app) => {
    expect(await (await ask(`/${app}/`)).text()).toContain(`${app}/index.html`)
  })

  test('keeps the figures of the servers to itself', async () => {
    expect((await fetch(`${machine.urls[0]}/metrics`)).status).toBe(200)
    expect((await ask('/metrics')).status).toBe(404)
  })

  test('has a certificate for an address with https, redirects to it, and carries sockets over it', async () => {
    const { url, plainUrl, ca } = machine.secure
    expect(await statusOf(`${url}/healthz`, ca)).toBe(200)
    const plain = await fetch(`${plainUrl}/help?from=mail`, { redirect: 'manual' })
    // In an installation the port is that of https, and is not written.
    const place = `${url.replace(/:\d+$/, '')}/help?from=mail`
    expect([plain.status, plain.headers.get('location')]).toEqual([308, place])
    const { PUSHER_APP_KEY: key } = exampleEnv
    const socket = new WebSocket(`${url.replace('https:', 'wss:')}/app/${key}?protocol=7`, { ca })
    const [first] = await once(socket, 'message')
    expect(JSON.parse(String(first)).event).toBe('pusher:connection_established')
    socket.close()
  })

  test('carries calls and sockets, and a server that dies takes nothing along', async () => {
    const store = await openThreadAt(machine.proxyUrl)
    const other = await openThread(1)
    store.send('Sent through the proxy')
    await eventually(() => shownTexts(other).at(-1) === 'Sent through the proxy')
    await machine.kill(0)
    store.send('Sent after one server died')
    other.send('Written at the other server')
    // One that was under way to the dead server may have failed: it keeps its text, and a person sends it again.
    await eventually(() => outgoing(store).every(({ state }) => state === 'failed'))
    for (const { clientId } of outgoing(store)) store.resend(clientId)
    const last = ['Sent after one server died', 'Written at the other server']
    await eventually(() =>
      [store, other].every((one) => shownTexts(one).slice(-2).sort().join() === last.join()),
    )
    expect((await storedTexts(database, pair)).slice(-2).sort()).toEqual(last)
  })
})
