/** `plat check --fix` makes the secrets of an installation, and changes nothing that is there. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '#server/settings/environment.ts'
import { runPlat } from './run-plat.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-fix-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('begins with the example, fills in what is empty, prints no secret, and does nothing a second time', async () => {
  const file = join(folder, 'plat.env')
  writeFileSync(
    `${file}.example`,
    '# Of this installation.\nPLAT_SECRET=\nPOSTGRES_PASSWORD=\nLOG_LEVEL=info\n',
  )
  const args = ['check', '--fix', '--env-file', file]
  const { code, out } = await runPlat(args, {})
  expect(code).toBe(0)
  expect(out).toContain('Made PLAT_SECRET, POSTGRES_PASSWORD.')
  const text = readFileSync(file, 'utf8')
  const lines =
    /^# Of this installation\.\nPLAT_SECRET=(\w{64})\nPOSTGRES_PASSWORD=(\w{64})\nLOG_LEVEL=info\n$/
  const [, secret = '', password = ''] = lines.exec(text) ?? []
  expect(readSettings({ PLAT_SECRET: secret }).secret).toBe(secret)
  for (const one of [secret, password]) expect(out).not.toContain(one)
  expect(statSync(file).mode & 0o77).toBe(0)
  expect((await runPlat(args, {})).out).toContain('It has every secret already.')
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('asks for the file', async () => {
  const { code, errors } = await runPlat(['check', '--fix'], {})
  expect([code, errors]).toEqual([2, expect.stringContaining('--env-file')])
})
