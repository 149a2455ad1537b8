/** A world that is seeded already: the first one of its size in a run is made, each further one is a copy of it. */
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedOnce } from '#demo/seed/seed.ts'
import { openDatabase } from '#server/core/database/open.ts'
import type { DatabaseSettings } from '#server/core/database/open-database.ts'
import { prepareDataDir } from './database.ts'
import { copyDatabase } from './postgres-databases.ts'
import { runFolder } from './shared-folder.ts'

export interface WorldSize {
  messages: number
  companies: number
  deals: number
}

/** Where a world lives, and what takes it away again. */
export interface WorldPlace {
  at: DatabaseSettings
  remove(): Promise<void>
}

/** On the server of TEST_DATABASE_URL, else in a temporary folder. */
export async function placeWorld(size: WorldSize): Promise<WorldPlace> {
  const name = `world_${size.messages}_${size.companies}_${size.deals}`
  const own = await copyDatabase(name, (url) => seed({ url }, size))
  if (own) return { at: { url: own.url }, remove: own.drop }
  const dataDir = await mkdtemp(join(tmpdir(), 'plat-world-'))
  const folder = runFolder()
  if (folder) await cp(await seededFolder(join(folder, name), size), dataDir, { recursive: true })
  else await seedFolder(dataDir, size)
  return { at: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Two workers may make one at once: the first to be whole gets the name. */
async function seededFolder(path: string, size: WorldSize): Promise<string> {
  const isThere = () =>
    stat(path).then(
      () => true,
      () => false,
    )
  if (await isThere()) return path
  const draft = `${path}.${randomUUID()}`
  await mkdir(draft)
  await seedFolder(draft, size)
  await rename(draft, path).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await isThere())) throw error
  })
  return path
}

async function seedFolder(dataDir: string, size: WorldSize): Promise<void> {
  await prepareDataDir(dataDir)
  await seed({ dataDir }, size)
}

async function seed(at: DatabaseSettings, size: WorldSize): Promise<void> {
  const database = await openDatabase(at)
  try {
    await database.migrate()
    await seedOnce(database.db, { ...size, nowMs: Date.now() })
  } finally {
    await database.close()
  }
}
