/** `restore`: an archive into an empty database and an empty file store. Every checksum is verified before anything is written. */
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { CommandFailed, type CommandLine, type StandaloneCommand } from '#server/cli/command.ts'
import { layDatabase } from '#server/core/database/empty-database.ts'
import { lockDataDir } from '#server/core/database/lock.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type ProductionSettings, readSettings } from '#server/settings/environment.ts'
import { type ArchiveEntry, bytesOf, checkArchive, readArchive } from './archive.ts'
import { DUMPS, FILES } from './backup.ts'
import { restorePostgres } from './postgres-tools.ts'

export const restore: StandaloneCommand = {
  summary: 'Restore an archive of `backup` into an empty installation.',
  options: { file: { value: 'FILE', help: 'the archive', isNeeded: true } },
  async runAlone(line, { file: path = '' }) {
    const settings = readSettings(line.env)
    const entries = await checkArchive(path)
    const dump = settings.databaseUrl === null ? DUMPS.pglite : DUMPS.postgres
    if (!entries.has(dump))
      throw new CommandFailed(
        `The backup is of ${dump === DUMPS.pglite ? 'PostgreSQL: set DATABASE_URL' : 'an embedded database: leave out DATABASE_URL'}.`,
      )
    const store = createFileStore(settings.parts.files)
    await requireEmpty(line, settings, store)
    let files = 0
    for await (const entry of readArchive(path)) {
      if (entry.name === dump) await restoreDatabase(settings, entry, `${path}.dump`)
      if (!entry.name.startsWith(FILES)) continue
      await store.put(entry.name.slice(FILES.length), await bytesOf(entry), 'application/octet-stream')
      files++
    }
    return {
      data: { file: path, files },
      lines: [
        `The database and ${files} files were restored. Start the server with the PLAT_SECRET of that time; it migrates the database.`,
      ],
    }
  },
}

async function requireEmpty(
  { open }: Pick<CommandLine, 'open'>,
  { databaseUrl, dataDir }: ProductionSettings,
  store: FileStore,
): Promise<void> {
  for await (const _ of store.keys())
    throw new CommandFailed('The file store has files. Restore only into an empty folder or bucket.')
  if (databaseUrl === null) {
    if (await stat(join(dataDir, 'pg')).catch(() => null))
      throw new CommandFailed(`There is a database in ${dataDir}. Restore only into an empty PLAT_DATA.`)
    return
  }
  const database = await open({ url: databaseUrl })
  try {
    const { rows } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') limit 1`.execute(database.db)
    if (rows[0])
      throw new CommandFailed(
        `The database has tables, e.g. ${rows[0].name}. Restore only into an empty one: createdb NAME, and name it in DATABASE_URL.`,
      )
  } finally {
    await database.close()
  }
}

async function restoreDatabase(
  { databaseUrl, dataDir }: ProductionSettings,
  entry: ArchiveEntry,
  dumpAt: string,
): Promise<void> {
  if (databaseUrl === null) {
    await mkdir(dataDir, { recursive: true })
    const lock = await lockDataDir(dataDir)
    await layDatabase(join(dataDir, 'pg'), () => bytesOf(entry))
    await lock.release()
    return
  }
  try {
    await pipeline(Readable.from(entry.chunks()), createWriteStream(dumpAt, { mode: 0o600 }))
    await restorePostgres(databaseUrl, dumpAt)
  } finally {
    await rm(dumpAt, { force: true })
  }
}
