import { cp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startCommand, temporaryDirectory } from '#tests/support/start-command.ts'

// Each starts the whole command, from its source.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
/** What the first start on an empty directory printed, and how it ended on SIGTERM. */
let first: { output: string; exit: number | null }

beforeAll(async () => {
  directory = await temporaryDirectory()
  const command = startCommand(args('seeded'))
  await command.ready
  command.kill('SIGTERM')
  first = { exit: await command.exited, output: command.output() }
})
afterAll(() => directory.remove())

/** A copy of the world that the first start left. */
async function seeded(name: string): Promise<string> {
  await cp(join(directory.path, 'seeded'), join(directory.path, name), { recursive: true })
  return name
}

const args = (name: string, ...more: string[]) => [
  '--port',
  '0',
  '--messages',
  '30',
  '--deals',
  '1000',
  '--companies',
  '1000',
  '--data',
  join(directory.path, name),
  ...more,
]

function start(...given: Parameters<typeof startCommand>) {
  const command = startCommand(...given)
  onTestFinished(async () => {
    command.kill('SIGKILL')
    await command.exited
  })
  return command
}

/** Writes as Dana to the first account; resolves when the server has acknowledged it. */
async function send(url: string, message: string): Promise<number> {
  const answer = await call(url, '/customer/api/customers/1/accounts/1/text-messages', {
    method: 'POST',
    body: JSON.stringify({ message }),
  })
  return answer.data.id
}

async function call(url: string, path: string, init: RequestInit = {}) {
  const { token } = await (await fetch(`${url}/demo/token?login=buyer1`)).json()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const response = await fetch(url + path, { ...init, headers })
  expect(response.ok, `${path} answered ${response.status}`).toBe(true)
  return response.json()
}

describe('npm start', () => {
  it('prints every address and login, and each address answers', async () => {
    const command = start(args(await seeded('table')))
    const url = await command.ready
    for (const path of ['/', '/messenger', '/seller/', '/hosts/', '/docs', '/openapi.json', '/metrics']) {
      expect(command.output()).toContain(url + path)
      expect((await fetch(url + path)).status, path).toBe(200)
    }
    const { logins } = await (await fetch(`${url}/demo/logins.json`)).json()
    for (const { email, password } of logins) {
      expect(command.output()).toContain(email)
      expect(command.output()).toContain(password)
    }
    command.kill('SIGTERM')
    expect(await command.exited).toBe(0)
  })

  it('makes its world on the first run, ends well, and neither migrates nor seeds on a second', async () => {
    expect(first.output).toMatch(/Migrated/)
    expect(first.output).toMatch(/Seeded a new/)
    expect(first.exit).toBe(0)
    const second = start(args(await seeded('twice'), '--messages', '31'))
    await second.ready
    expect(second.output()).not.toMatch(/Migrated|Seeded a new/)
    expect(second.output()).toContain('exists already with 1000 deals and 30 messages')
  })

  it('refuses a data directory that another one uses, and says so', async () => {
    const holder = start(args(await seeded('taken')))
    await holder.ready
    const second = start(args('taken'))
    expect(await second.exited).toBe(1)
    expect(second.output()).toMatch(/data directory .* is in use/)
    expect(second.output()).not.toContain('    at ')
  })

  it('names a free port when its own is taken', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void holder.close())
    const { port } = holder.address() as { port: number }
    const command = start([...args(await seeded('port')), '--port', String(port)])
    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(
      new RegExp(`Port ${port} is in use. Port \\d+ is free: npm start -- --port \\d+`),
    )
    expect(command.output()).not.toContain('    at ')
  })

  it('loses nothing that was acknowledged when it is killed', async () => {
    const killed = start(args(await seeded('killed'), '--no-demo-replies'))
    const url = await killed.ready
    const ids: number[] = []
    for (let turn = 0; turn < 5; turn += 1) ids.push(await send(url, `Before the crash ${turn}`))
    killed.kill('SIGKILL')
    await killed.exited
    const second = start(args('killed'))
    const again = await second.ready
    const page = await call(again, '/customer/api/customers/1/text-messages?filter[account_id]=1')
    const kept = page.data.map((message: { id: number }) => message.id)
    expect(kept).toEqual(expect.arrayContaining(ids))
  })

  it('ends with 2 and a sentence when it is told something it does not know', async () => {
    const command = start(['--prot', '1'])
    expect(await command.exited).toBe(2)
    expect(command.output()).toContain('--prot')
    expect(command.output()).toContain('--help')
  })
})
