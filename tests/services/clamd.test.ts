/** The real clamd of Debian: what our side of its protocol makes of its answers. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClamd, TooLargeToScan } from '#server/providers/files/clamd.ts'
import { type Clamd, SIGNED, startClamd } from '#tests/support/clamd.ts'
import { freePort } from '#tests/support/free-port.ts'

const MEGABYTE = 1024 * 1024

let folder: string
let clamd: Clamd
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-clamd-'))
  clamd = await startClamd(folder, { host: '127.0.0.1', port: await freePort(), streamMax: '1M' })
})
afterAll(async () => {
  const ended = once(clamd.child, 'exit')
  clamd.child.kill()
  await ended
  await rm(folder, { recursive: true, force: true })
})

it('clamd finds what it has a signature of, by either kind of address, and calls the rest clean', async () => {
  const infected = Buffer.concat([
    Buffer.alloc(200_000, 'x'),
    Buffer.from(SIGNED),
    Buffer.alloc(200_000, 'y'),
  ])
  for (const url of clamd.urls) {
    const { scan, signatures } = createClamd(url)
    expect(await signatures()).toMatch(/^ClamAV \d/)
    expect(await scan(infected)).toBe('Plat.Test.UNOFFICIAL')
    expect(await scan(Buffer.alloc(400_000, 'x'))).toBeNull()
    expect(await scan(Buffer.alloc(0))).toBeNull()
  }
})

it('clamd says of each file that it is larger than it reads, however its answer gets lost', async () => {
  const file = Buffer.alloc(15 * MEGABYTE, 'x')
  for (const url of clamd.urls)
    for (let time = 0; time < 10; time += 1)
      await expect(createClamd(url).scan(file)).rejects.toThrow(TooLargeToScan)
})
