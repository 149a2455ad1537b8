/** The image, by the steps of its Dockerfile on this machine: a user that cannot write to it starts the server in it with its Node. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answering } from '#tests/support/answering.ts'
import { DOCKERFILE } from '#tests/support/compose-file.ts'
import { freePort } from '#tests/support/free-port.ts'
import { IMAGE_USER, type Image, makeImage } from '#tests/support/image-tree.ts'
import { createDatabase, type OwnDatabase } from '#tests/support/postgres-databases.ts'

let image: Image
let database: OwnDatabase | null
let server: ChildProcess
let port: number
let said = ''

/** With the environment of the image, as its user, at its place. */
const inImage = () => ({
  cwd: join(image.root, image.workdir),
  env: {
    ...image.env,
    PORT: String(port),
    FILES_DIR: join(image.root, 'files'),
    DATABASE_URL: database?.url,
    CAPTCHA_DRIVER: 'none',
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
  },
  ...IMAGE_USER,
})
/** Resolves with what the program says; throws when it fails. */
const run = ([program = '', ...args]: readonly string[]) =>
  execFileSync(program, args, { ...inImage(), encoding: 'utf8', stdio: 'pipe' })

beforeAll(async () => {
  database = await createDatabase()
  port = await freePort()
  image = makeImage()
  for (const step of image.skipped) console.log(`Not made: ${step}`)
  // As the job of the manifests does before the servers start.
  run(['plat', 'migrate'])
  run(['plat', 'seed-demo', '--deals', '20', '--companies', '10', '--messages', '10'])
  const [program = '', ...args] = image.command
  server = spawn(program, args, { ...inImage(), stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (said += chunk))
  await answering(`http://127.0.0.1:${port}/healthz`, () => (server.exitCode === null ? null : said))
}, 300_000)
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  image?.remove()
  await database?.drop()
})

it('has the Node of its base image, and is healthy by its own check', () => {
  const [, version = ''] = /^FROM node:(\d+)-/m.exec(DOCKERFILE) ?? []
  expect(run(['node', '--version'])).toMatch(new RegExp(`^v${version}\\.`))
  expect(() => run(image.healthCheck.map((part) => part.replace(':3000', `:${port}`)))).not.toThrow()
})

it.each(['/', '/seller/', '/admin/'])('serves %s with the script that it names', async (path) => {
  const ask = async (at: string, accept: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, { headers: { accept } })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const page = await ask(path, 'text/html')
  expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text) ?? []
  const { status, type } = await ask(script, '*/*')
  expect([status, type]).toEqual([200, expect.stringMatching(/^(text|application)\/javascript; /)])
})

it('serves the launcher, and draws the first deals', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/widget/loader.js`)).status).toBe(200)
  const deals = await fetch(`http://127.0.0.1:${port}/deals`, { headers: { accept: 'text/html' } })
  expect(await deals.text()).toContain('id="first-page"')
})

it('is read-only for its user, who is not root', () => {
  expect(image.user).toBe('node')
  const { status, stderr } = spawnSync('touch', [join(image.root, image.workdir, 'dist/written')], inImage())
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('Permission denied')])
})

it('ends on SIGTERM', async () => {
  server.kill('SIGTERM')
  expect(await once(server, 'exit'), said).toEqual([0, null])
})
