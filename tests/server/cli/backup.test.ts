/** `plat backup` and `restore` of an embedded database; tests/services has them for PostgreSQL. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/core/database/open.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import { prepareDataDir } from '#tests/support/database.ts'
import { runPlat } from './run-plat.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const FILE = 'proofs/0a1b2c3d'
let folder: string
let archive: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-backup-'))
  archive = join(folder, 'plat.tar')
  mkdirSync(join(folder, 'old'))
  await prepareDataDir(join(folder, 'old'))
  const database = await openDatabase({ dataDir: join(folder, 'old') })
  await database.db.insertInto('accounts').values({ title: 'Bluebonnet Homes' }).execute()
  await database.close()
  await filesOf('old').put(FILE, Buffer.from('a proof'), 'application/pdf')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesOf = (name: string) => createFileStore({ driver: 'disk', directory: join(folder, name, 'files') })
const plat = (command: string, name: string, file = archive) =>
  runPlat([command, '--file', file], { env: { PLAT_DATA: join(folder, name) } })

it('writes one archive that only its owner reads and tar verifies', async () => {
  const { code, out, errors } = await plat('backup', 'old')
  expect([code, errors, out]).toEqual([0, '', expect.stringContaining('the database and 1 files')])
  expect(statSync(archive).mode & 0o77).toBe(0)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  execFileSync('sha256sum', ['--check', '--quiet', 'checksums.txt'], { cwd: folder })
  expect(JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))).toMatchObject({ database: 'pglite' })
  expect((await plat('backup', 'old')).errors).toContain('exists already')
})

it('restores into an empty installation, which has everything', async () => {
  const { code, errors } = await plat('restore', 'new')
  expect([code, errors]).toEqual([0, ''])
  const database = await openDatabase({ dataDir: join(folder, 'new') })
  expect(await database.db.selectFrom('accounts').select('title').execute()).toEqual([
    { title: 'Bluebonnet Homes' },
  ])
  await database.close()
  expect(String(Buffer.from((await filesOf('new').get(FILE)) ?? []))).toBe('a proof')
})

it('refuses a target that is not empty', async () => {
  expect(await plat('restore', 'old')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('has files'),
  })
  await filesOf('old').delete(FILE)
  expect((await plat('restore', 'old')).errors).toContain('There is a database in')
})

it.each([
  ['damaged', (bytes: Buffer) => bytes.fill(1, 4096, 4100), 'damaged'],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), 'cut off'],
  ['of something else', () => Buffer.alloc(2000, 'x'), 'not a backup'],
])('writes nothing from an archive that is %s', async (name, change, text) => {
  const bad = join(folder, `${name}.tar`)
  writeFileSync(bad, change(readFileSync(archive)))
  expect(await plat('restore', 'third', bad)).toMatchObject({
    code: 1,
    errors: expect.stringContaining(text),
  })
  expect(statSync(join(folder, 'third'), { throwIfNoEntry: false })).toBeUndefined()
})
