import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findDamage } from '#server/core/database/check-pages.ts'
import { layEmptyDatabase, MADE_BY_PGLITE } from '#server/core/database/empty-database.ts'
import lock from '../../../../package-lock.json' with { type: 'json' }

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plat-empty-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('the packed empty database', () => {
  it('is of the PGlite that is installed', () => {
    expect(lock.packages['node_modules/@electric-sql/pglite'].version).toBe(MADE_BY_PGLITE)
  })

  it('is laid whole, over what a killed start has left', async () => {
    const folder = join(dir, 'pg')
    await mkdir(`${folder}.new/base`, { recursive: true })
    await writeFile(`${folder}.new/base/half`, 'half')
    await layEmptyDatabase(folder)
    expect(await readdir(dir)).toEqual(['pg'])
    expect(await readdir(join(folder, 'base'))).not.toContain('half')
    expect(await findDamage(folder)).toBeNull()
  })

  it('is never laid over a database', async () => {
    const folder = join(dir, 'pg')
    await mkdir(folder)
    await layEmptyDatabase(folder)
    expect(await readdir(folder)).toEqual([])
  })
})
