/** A world that is seeded already: the first one of its size in a run is made, each further one is a copy of it. */
import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { seedOnce } from '#demo/seed/seed.ts'
import { openDatabase, wrapPGlite } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { migrated } from './database.ts'
import { createEmbeddedDatabases, type EmbeddedDatabases, onLoan } from './embedded-databases.ts'
import { copyDatabase } from './postgres-databases.ts'
import { runFolder } from './shared-folder.ts'

export interface WorldSize {
  messages: number
  companies: number
  deals: number
}

/** Where a world lives, and what takes it away again. */
export interface WorldPlace {
  /** Again after each close. */
  open(): Promise<OpenDatabase>
  remove(): Promise<void>
}

/** On the server of TEST_DATABASE_URL, else in memory. */
export async function placeWorld(size: WorldSize): Promise<WorldPlace> {
  const name = `world_${size.messages}_${size.companies}_${size.deals}`
  const own = await copyDatabase(name, async (url) => {
    const database = await openDatabase({ url })
    await seed(database, size).finally(() => database.close())
  })
  if (own) return { open: () => openDatabase({ url: own.url }), remove: own.drop }
  const databases = EMBEDDED.get(name) ?? createEmbeddedDatabases(() => startSeeded(name, size))
  EMBEDDED.set(name, databases)
  const pglite = await databases.lend()
  return { open: async () => wrapPGlite(onLoan(pglite, async () => {})), remove: () => pglite.close() }
}

const EMBEDDED = new Map<string, EmbeddedDatabases>()

/** Two workers may make one at once: either is whole when it gets the name. */
async function startSeeded(name: string, size: WorldSize): Promise<PGlite> {
  const folder = runFolder()
  const path = folder && join(folder, `${name}.tar`)
  const known = path && (await readFile(path).catch(() => null))
  if (known) return PGlite.create(await migrated(new Blob([new Uint8Array(known)])))
  const pglite = await PGlite.create(await migrated())
  const database = wrapPGlite(onLoan(pglite, async () => {}))
  await seed(database, size).finally(() => database.close())
  if (path) {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()))
    await rename(draft, path)
  }
  return pglite
}

async function seed(database: OpenDatabase, size: WorldSize): Promise<void> {
  await database.migrate()
  await seedOnce(database.db, { ...size, nowMs: Date.now() })
}
