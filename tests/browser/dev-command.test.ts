/** `npm run dev`: every app from its source, with what shows a change at once. */
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ROOT } from '#demo/build-pages.ts'
import { answering } from '#tests/support/answering.ts'
import { collectPageErrors, launch } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { onThisMachine } from '#tests/support/run-folder.ts'
import { temporaryDirectory } from '#tests/support/start-command.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** A file that the server is compiled from; nobody imports it. */
const CHANGED = join(ROOT, 'demo/zz-changed-by-a-test.ts')
let url: string
let output = ''
let stop: () => Promise<void>

beforeAll(async () => {
  const [directory, port] = [await temporaryDirectory(), await freePort()]
  const size = ['--messages', '30', '--deals', '1000', '--companies', '1000']
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'demo/dev.ts', ...size, '--data', directory.path],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...onThisMachine(), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(CHANGED, { force: true })
    await directory.remove()
  }
  url = `http://127.0.0.1:${port}`
  await answering(`${url}/`, () => (child.exitCode === null ? null : output))
})
afterAll(() => stop?.())

it('shows the three apps from their sources, and starts the server again when it changes', async () => {
  const browser = await launch()
  try {
    const page = await (await browser.newContext()).newPage()
    const pageErrors: string[] = []
    collectPageErrors(page, pageErrors)
    for (const path of ['/', '/seller/', '/admin/']) {
      await page.goto(url + path)
      await page.locator('#root').getByRole('heading').first().waitFor({ timeout: 60_000 })
      expect(await page.locator('script[src="/@dev/@vite/client"]').count(), path).toBe(1)
    }
    expect(pageErrors).toEqual([])
  } finally {
    await browser.close()
  }
  const starts = () => output.match(/Ready after/g)?.length ?? 0
  expect(starts()).toBe(1)
  writeFileSync(CHANGED, 'export const CHANGED = 1\n')
  await vi.waitFor(() => expect(starts()).toBe(2), { timeout: 120_000, interval: 200 })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})
