/**
 * A fresh, migrated database per call. By default PGlite in memory, loaded from a dump that the first run of a schema
 * leaves in the cache; with TEST_DATABASE_URL a database of its own on that Postgres server, dropped on close.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { EXTENSIONS, type OpenDatabase, openDatabase, wrapPGlite } from '#server/database/open.ts'

export async function openTestDatabase(): Promise<OpenDatabase> {
  const own = await createDatabase()
  if (!own)
    return wrapPGlite(await PGlite.create({ loadDataDir: await migratedDump(), extensions: EXTENSIONS }))
  const database = await openDatabase({ url: own.url })
  await database.migrate()
  return {
    ...database,
    async close() {
      await database.close()
      await own.drop()
    },
  }
}

/** An embedded database on disk at the newest schema, without the seconds that making one takes. The directory is empty before. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const pglite = await PGlite.create(join(dataDir, 'pg'), {
    loadDataDir: await migratedDump(),
    extensions: EXTENSIONS,
  })
  await pglite.close()
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/plat-test/', import.meta.url))

/** Several test files may make it at once; each renames a whole file into place. */
async function migratedDump(): Promise<Blob> {
  const path = join(CACHE, `${await schemaHash()}.tar.gz`)
  const cached = await readFile(path).catch(() => null)
  if (cached) return new Blob([new Uint8Array(cached)])
  const pglite = new PGlite({ extensions: EXTENSIONS })
  const database = wrapPGlite(pglite)
  await database.migrate()
  const dump = await pglite.dumpDataDir('gzip')
  await database.close()
  await mkdir(CACHE, { recursive: true })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()))
  await rename(draft, path)
  return dump
}

async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of Object.keys(MIGRATIONS)) {
    hash.update(await readFile(new URL(`../../server/database/migrations/${name}.ts`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** An empty database of its own on the server of TEST_DATABASE_URL; null when there is none. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const name = `plat_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
