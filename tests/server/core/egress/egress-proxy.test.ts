/** With EGRESS_PROXY an installation calls what users chose, webhooks and push services, through the operator's proxy alone. */
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '#server/settings/environment.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createDevice } from '../../providers/push/push-service.ts'
import { startProxy } from './hook-server.ts'

const PUBLIC = '93.184.215.14'
const REFUSED = 403
const NONE = { alsoHosts: [] }

let proxy: Awaited<ReturnType<typeof startProxy>>
let server: TestServer
beforeAll(async () => {
  proxy = await startProxy('127.0.0.1', REFUSED)
  const { webhooks = NONE, push = NONE } = readSettings({
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    EGRESS_PROXY: `http://plat:pass@${proxy.host}`,
  }).parts
  server = await startTestServer({ parts: { webhooks, push } })
})
afterAll(async () => {
  await server?.close({ graceMs: 0 })
  await proxy?.close()
})

it('webhooks and notices on devices go through the proxy, and nowhere when it refuses', async () => {
  const { lookup } = dns
  Object.assign(dns, { lookup: async () => [{ address: PUBLIC, family: 4 }] })
  syncBuiltinESMExports()
  try {
    const hook = { url: 'https://hooks.example/deals', headers: {}, body: '{}', timeoutMs: 5000 }
    await expect(server.parts.webhooks.call(hook)).rejects.toThrow('EPROXY')
    const { subscription } = createDevice('https://fcm.googleapis.com/fcm/send/1')
    const { endpoint, keys } = subscription
    const sent = server.parts.push.send({ endpoint, ...keys }, { payload: '{}', ttlSeconds: 60 })
    await expect(sent).rejects.toThrow('EPROXY')
  } finally {
    Object.assign(dns, { lookup })
    syncBuiltinESMExports()
  }
  const authorization = `Basic ${Buffer.from('plat:pass').toString('base64')}`
  expect(proxy.asked).toEqual(Array(2).fill({ to: `${PUBLIC}:443`, authorization }))
})
