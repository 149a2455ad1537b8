import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type StartCommand, startCommand, temporaryDirectory } from '#tests/support/start-command.ts'

// Each start is the whole command, from its source; what can be asked of one that runs is asked of it.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
/** The first start on an empty directory, which it makes its world in. */
let first: StartCommand
/** The next on the same one. */
let second: StartCommand
const started: StartCommand[] = []

beforeAll(async () => {
  directory = await temporaryDirectory()
  first = start(args('seeded'))
  await first.ready
})
afterAll(async () => {
  for (const command of started) {
    command.kill('SIGKILL')
    await command.exited
  }
  await directory.remove()
})

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
  started.push(command)
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
    const url = await first.ready
    for (const path of ['/', '/messenger', '/seller/', '/hosts/', '/docs', '/openapi.json', '/metrics']) {
      expect(first.output()).toContain(url + path)
      expect((await fetch(url + path)).status, path).toBe(200)
    }
    const { logins } = await (await fetch(`${url}/demo/logins.json`)).json()
    for (const { email, password } of logins) {
      expect(first.output()).toContain(email)
      expect(first.output()).toContain(password)
    }
  })

  it('refuses a data directory that another one uses, and says so', async () => {
    const other = start(args('seeded'))
    expect(await other.exited).toBe(1)
    expect(other.output()).toMatch(/data directory .* is in use/)
    expect(other.output()).not.toContain('    at ')
  })

  it('makes its world on the first run, ends well, and neither migrates nor seeds on a second', async () => {
    first.kill('SIGTERM')
    // npm passes on the signal that the whole group has got already.
    await pause(100)
    first.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    expect(first.output()).not.toContain('    at ')
    expect(first.output()).toMatch(/Migrated/)
    expect(first.output()).toMatch(/Seeded a new/)
    second = start(args('seeded', '--messages', '31', '--no-demo-replies'))
    await second.ready
    expect(second.output()).not.toMatch(/Migrated|Seeded a new/)
    expect(second.output()).toContain('exists already with 1000 deals and 30 messages')
  })

  it('loses nothing that was acknowledged when it is killed', async () => {
    const url = await second.ready
    const ids: number[] = []
    for (let turn = 0; turn < 5; turn += 1) ids.push(await send(url, `Before the crash ${turn}`))
    second.kill('SIGKILL')
    await second.exited
    const third = start(args('seeded'))
    const again = await third.ready
    const page = await call(again, '/customer/api/customers/1/text-messages?filter[account_id]=1')
    const kept = page.data.map((message: { id: number }) => message.id)
    expect(kept).toEqual(expect.arrayContaining(ids))
  })

  it('names a free port when its own is taken', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void holder.close())
    const { port } = holder.address() as { port: number }
    const command = start([...args('empty'), '--port', String(port)])
    expect(await command.exited).toBe(1)
    expect(command.output()).toMatch(
      new RegExp(`Port ${port} is in use. Port \\d+ is free: npm start -- --port \\d+`),
    )
    expect(command.output()).not.toContain('    at ')
  })

  it('ends with 2 and a sentence when it is told something it does not know', async () => {
    const command = start(['--prot', '1'])
    expect(await command.exited).toBe(2)
    expect(command.output()).toContain('--prot')
    expect(command.output()).toContain('--help')
  })
})
