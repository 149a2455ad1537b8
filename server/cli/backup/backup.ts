/** `backup`: the database, then the files that its rows name, in one archive. The server may run; an embedded database must be stopped. */
import { createReadStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { CommandFailed, type StandaloneCommand } from '#server/cli/command.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ProductionSettings, readSettings } from '#server/settings/environment.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { dumpPostgres } from './postgres-tools.ts'

/** What the first entry says; the others are the dump and `files/…`. */
export const ABOUT = 'backup.json'
export const DUMPS = { postgres: 'database.dump', pglite: 'database.tar' } as const
export const FILES = 'files/'

export const backup: StandaloneCommand = {
  summary: 'Write database and files into one archive.',
  options: { file: { value: 'FILE', help: 'the archive; must not exist yet', isNeeded: true } },
  async runAlone({ env, open: openDatabase }, { file: path = '' }) {
    const settings = readSettings(env)
    if (await stat(path).catch(() => null))
      throw new CommandFailed(`${path} exists already. Choose another name.`)
    const { databaseUrl, dataDir } = settings
    const database = await openDatabase(databaseUrl === null ? { dataDir } : { url: databaseUrl })
    const unfinished = `${path}.unfinished`
    try {
      const archive = await open(unfinished, 'w', OWN_FILE)
      try {
        const done = await fill(writeArchive(archive, Date.now()), {
          database,
          settings,
          dumpAt: `${path}.dump`,
        })
        await rename(unfinished, path)
        return {
          data: { file: path, ...done },
          lines: [
            `${path}: the database and ${done.files} files.`,
            'PLAT_SECRET and the other settings are not in it. Keep them apart from it.',
          ],
        }
      } finally {
        await archive.close()
      }
    } finally {
      await database.close()
      await rm(unfinished, { force: true })
    }
  },
}

const OWN_FILE = 0o600

interface Filled {
  database: OpenDatabase
  settings: ProductionSettings
  /** Where PostgreSQL's dump waits until its size is known. */
  dumpAt: string
}

async function fill(archive: ArchiveWriter, { database, settings, dumpAt }: Filled) {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(
    database.db,
  )
  const { kind } = database
  const about = { version: 1, database: kind, migration: rows[0]?.name ?? null, created_at: new Date() }
  const head = Buffer.from(`${JSON.stringify(about, null, 2)}\n`)
  await archive.add(ABOUT, head.length, [head])
  if (settings.databaseUrl !== null) {
    try {
      await dumpPostgres(settings.databaseUrl, dumpAt)
      await archive.add(DUMPS.postgres, (await stat(dumpAt)).size, createReadStream(dumpAt))
    } finally {
      await rm(dumpAt, { force: true })
    }
  } else {
    const tar = new Uint8Array((await database.dump?.()) ?? [])
    await archive.add(DUMPS.pglite, tar.length, [tar])
  }
  const files = await addFiles(archive, createFileStore(settings.parts.files))
  await archive.finish()
  return { migration: about.migration, files }
}

/** One that is deleted meanwhile has no row any more, or loses it at once. */
async function addFiles(archive: ArchiveWriter, store: FileStore): Promise<number> {
  let count = 0
  for await (const key of store.keys()) {
    const bytes = await store.get(key)
    if (!bytes) continue
    await archive.add(FILES + key, bytes.length, [bytes])
    count++
  }
  return count
}
