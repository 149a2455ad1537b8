import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { keptSecret } from '#demo/secret.ts'

it('the secret is made once and only its owner can read it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'plat-secret-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const secret = await keptSecret(join(dir, 'data'))
  expect(secret.length).toBeGreaterThanOrEqual(43)
  expect(await keptSecret(join(dir, 'data'))).toBe(secret)
  expect((await stat(join(dir, 'data/secret'))).mode & 0o777).toBe(0o600)
})
