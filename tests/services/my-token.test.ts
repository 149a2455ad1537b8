/** `/my-token` of docs/embedding.md in the languages that Debian has and in Cloudflare's runtime: what the page gets opens the conversation. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { laravelApp } from '#tests/support/laravel-app.ts'
import { guideFile } from '#tests/support/my-token.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { runFolder } from '#tests/support/shared-folder.ts'

interface Site {
  command: (port: number) => [program: string, ...args: string[]]
  env?: Record<string, string>
  /** As a visitor who is logged in; `GET /my-token` by default. */
  ask?: (url: string) => Promise<Response>
}

/** Each writes the snippet of the guide into `folder`, for the Plat at `platUrl`. */
const SITES: Record<string, (folder: string, platUrl: string) => Promise<Site>> = {
  async PHP(folder, platUrl) {
    await writeFile(join(folder, 'my-token.php'), guideFile('my-token.php', platUrl))
    const user = "['id' => 7, 'email' => 'ann@example.com', 'name' => 'Ann Lee']"
    await writeFile(join(folder, 'login.php'), `<?php session_start(); $_SESSION['user'] = ${user};`)
    return {
      command: (port) => [
        'php',
        '-d',
        `session.save_path=${folder}`,
        '-S',
        `127.0.0.1:${port}`,
        '-t',
        folder,
      ],
      async ask(url) {
        expect((await fetch(`${url}/my-token.php`)).status).toBe(401)
        const cookie = (await fetch(`${url}/login.php`)).headers.get('set-cookie') ?? ''
        return fetch(`${url}/my-token.php`, { headers: { cookie } })
      },
    }
  },
  async Laravel(folder, platUrl) {
    const routes = join(folder, 'web.php')
    await writeFile(routes, guideFile('routes/web.php', platUrl))
    const { program, env } = await laravelApp(folder)
    return {
      command: (port) => ['php', '-S', `127.0.0.1:${port}`, program],
      env: { ...env, APP_ROUTES: routes },
    }
  },
  async Go(folder, platUrl) {
    const [source, program] = [join(folder, 'my_token_server.go'), join(folder, 'my-token-server')]
    await writeFile(source, guideFile('my_token_server.go'))
    const env = {
      PATH: process.env.PATH,
      GO111MODULE: 'off',
      GOCACHE: join(runFolder() ?? folder, 'go-cache'),
    }
    await promisify(execFile)('go', ['build', '-o', program, source], { env })
    return { command: () => [program], env: { PLAT_URL: platUrl } }
  },
  async 'Ruby on Rails'(folder, platUrl) {
    const controller = join(folder, 'my_tokens_controller.rb')
    await writeFile(controller, guideFile('app/controllers/my_tokens_controller.rb', platUrl))
    return { command: () => ['ruby', RAILS, controller], env: { APP_FOLDER: folder } }
  },
  async 'a Cloudflare Worker'(folder, platUrl) {
    if (!existsSync(WORKERD))
      throw new Error('workerd is not installed: npm ci --prefix tests/peers/workerd --ignore-scripts')
    await writeFile(join(folder, 'my-token-worker.mjs'), guideFile('my-token-worker.mjs', platUrl))
    const config = join(folder, 'config.capnp')
    await writeFile(config, WORKER_CONFIG)
    return {
      command: (port) => [WORKERD, 'serve', config, '--socket-addr', `http=127.0.0.1:${port}`],
      async ask(url) {
        expect((await fetch(`${url}/other`)).status).toBe(404)
        return fetch(`${url}/my-token`)
      },
    }
  },
}

const CLOUDFLARE = new URL('../peers/workerd/node_modules/@cloudflare/', import.meta.url)
/** Its program without the script that starts it, which would go on after it is killed. */
const WORKERD = fileURLToPath(
  new URL(`workerd-${process.platform}-${process.arch.replace('x64', '64')}/bin/workerd`, CLOUDFLARE),
)
/** As `wrangler` writes it, but for the network: this Plat is on the same machine. */
const WORKER_CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "site", worker = (
      modules = [(name = "my-token-worker", esModule = embed "my-token-worker.mjs")],
      compatibilityDate = "2026-01-01",
      bindings = [(name = "PLAT_SECRET_KEY", fromEnvironment = "PLAT_SECRET_KEY")],
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", http = (), service = "site")],
);
`
const RAILS = fileURLToPath(new URL('../support/rails/server.rb', import.meta.url))
const NOBODY = 'http://127.0.0.1:9'

let server: TestServer
let seller: Seller
let platUrl: string
const children: ChildProcess[] = []
const folders: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.addAccount()
  const port = await freePort()
  await server.app.listen({ port, host: '127.0.0.1' })
  platUrl = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})
afterAll(() => server.close({ graceMs: 0 }))

async function siteFor(prepare: (typeof SITES)[string], plat: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'my-token-'))
  folders.push(folder)
  return prepare(folder, plat)
}

async function answerOf({ command, env, ask = (url) => fetch(`${url}/my-token`) }: Site, secretKey: string) {
  const port = await freePort()
  const [program, ...args] = command(port)
  const whole = { PATH: process.env.PATH, PORT: String(port), PLAT_SECRET_KEY: secretKey, ...env }
  const child = spawn(program, args, { env: whole, stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(url).catch(() => null), { timeout: 60_000 }).not.toBeNull()
  const answer = await ask(url)
  const text = await answer.text()
  return { status: answer.status, cache: answer.headers.get('cache-control'), text, said }
}

it.each(Object.entries(SITES))(
  '%s gives the page a token, and 502 with a wrong key or without an answer',
  async (_, prepare) => {
    const made = await server.call('POST', '/account/api/keys', {
      token: seller.token,
      body: { name: 'Site' },
    })
    const key = made.body.data.secret_key
    const site = await siteFor(prepare, platUrl)
    const { status, cache, text, said } = await answerOf(site, key)
    expect(status, said).toBe(200)
    expect(cache).toContain('no-store')
    const { token } = JSON.parse(text)
    const me = await server.call('GET', '/customer/api/auth/user', { token })
    expect(me.body).toMatchObject({ data: { name: 'Ann Lee' }, meta: { account_id: seller.id } })
    expect((await answerOf(site, 'sk_wrong')).status).toBe(502)
    expect((await answerOf(await siteFor(prepare, NOBODY), key)).status).toBe(502)
  },
  180_000,
)
