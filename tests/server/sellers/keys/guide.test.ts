/** `/my-token` of docs/embedding.md, as it is written there, in front of a real server: what the page gets opens the conversation. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { guideFile } from '#tests/support/my-token.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let seller: Seller
let folder: string
let platUrl: string
const children: ChildProcess[] = []
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  folder = await mkdtemp(join(tmpdir(), 'my-token-'))
  const port = await freePort()
  await server.app.listen({ port, host: '127.0.0.1' })
  platUrl = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  for (const child of children) child.kill()
  await server.close({ graceMs: 0 })
  await rm(folder, { recursive: true })
})

async function answerOf(command: string, file: string, secretKey: string, more: Record<string, string> = {}) {
  const port = await freePort()
  await writeFile(join(folder, file), guideFile(file))
  const env = {
    PATH: process.env.PATH,
    PLAT_URL: platUrl,
    PLAT_SECRET_KEY: secretKey,
    PORT: String(port),
    ...more,
  }
  children.push(spawn(command, [join(folder, file)], { env, stdio: 'ignore' }))
  const ask = () => fetch(`http://127.0.0.1:${port}/my-token`).catch(() => null)
  await expect.poll(ask, { timeout: 15_000 }).not.toBeNull()
  const answer = await fetch(`http://127.0.0.1:${port}/my-token`)
  return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.json() }
}

it.each([
  [process.execPath, 'my-token-server.mjs'],
  ['python3', 'my_token_server.py'],
])(
  '%s %s gives the page a token, and 502 with a wrong key',
  async (command, file) => {
    const body = { name: file }
    const made = await server.call('POST', '/account/api/keys', { token: seller.token, body })
    const answer = await answerOf(command, file, made.body.data.secret_key)
    expect([answer.status, answer.cache]).toEqual([200, 'no-store'])
    const { token } = answer.body
    const me = await server.call('GET', '/customer/api/auth/user', { token })
    expect(me.body).toMatchObject({ data: { name: 'Ann Lee' }, meta: { account_id: seller.id } })
    expect((await answerOf(command, file, 'sk_wrong')).status).toBe(502)
  },
  60_000,
)

it('my-assertion-server.mjs gives the page an assertion, which is exchanged for a token', async () => {
  const body = { name: 'Assertions' }
  const { data } = (await server.call('POST', '/account/api/keys', { token: seller.token, body })).body
  const more = { PLAT_PUBLISHABLE_KEY: data.publishable_key }
  const answer = await answerOf(process.execPath, 'my-assertion-server.mjs', data.secret_key, more)
  expect([answer.status, answer.cache]).toEqual([200, 'no-store'])
  const path = `/customer/api/site-keys/${data.publishable_key}/assertions`
  const exchanged = await server.call('POST', path, { body: answer.body })
  const { token } = exchanged.body.data
  const me = await server.call('GET', '/customer/api/auth/user', { token })
  expect(me.body).toMatchObject({ data: { name: 'Ann Lee' }, meta: { account_id: seller.id } })
}, 60_000)
