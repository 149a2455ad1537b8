/**
 * A fresh, migrated database per call. By default PGlite in memory, loaded from a dump that the first run of a schema
 * leaves in the cache; with TEST_DATABASE_URL a database of its own on that Postgres server, dropped on close.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { MIGRATIONS } from '#server/core/database/migrate.ts'
import { openDatabase, PGLITE_OPTIONS, wrapPGlite } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { createEmbeddedDatabases } from './embedded-databases.ts'
import { copyDatabase } from './postgres-databases.ts'

/** `wrap` makes an embedded one what the caller holds. */
export async function openTestDatabase(
  wrap: (pglite: PGlite) => OpenDatabase = wrapPGlite,
): Promise<OpenDatabase> {
  const own = await copyDatabase(`migrated_${await schemaHash()}`, async (url) => {
    const database = await openDatabase({ url })
    await database.migrate()
    await database.close()
  })
  if (!own) return wrap(await EMBEDDED.lend())
  const database = await openDatabase({ url: own.url })
  return {
    ...database,
    async close() {
      await database.close()
      await own.drop()
    },
  }
}

const EMBEDDED = createEmbeddedDatabases(async () => PGlite.create(await migrated()))

/** An embedded database on disk at the newest schema, without the seconds that making one takes. The directory is empty before. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const pglite = await PGlite.create(join(dataDir, 'pg'), await migrated())
  await pglite.close()
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/plat-test/', import.meta.url))

/** What a new embedded database starts from, at the newest schema unless another dump is given. */
export async function migrated(dump?: Blob) {
  // Compiled once in a process: it takes longer than to run them.
  modules ??= compileModules()
  return { ...(await modules), ...PGLITE_OPTIONS, loadDataDir: dump ?? (await migratedDump()) }
}

let modules: ReturnType<typeof compileModules> | null = null

async function compileModules() {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const compile = async (name: string) =>
    WebAssembly.compile(new Uint8Array(await readFile(join(folder, name))))
  return {
    pgliteWasmModule: await compile('pglite.wasm'),
    initdbWasmModule: await compile('initdb.wasm'),
    fsBundle: new Blob([new Uint8Array(await readFile(join(folder, 'pglite.data')))]),
  }
}

/** Several test files may make it at once; each renames a whole file into place. Not packed: unpacking would take longer than reading. */
async function migratedDump(): Promise<Blob> {
  const path = join(CACHE, `${await schemaHash()}.tar`)
  const cached = await readFile(path).catch(() => null)
  if (cached) return new Blob([new Uint8Array(cached)])
  const pglite = new PGlite(PGLITE_OPTIONS)
  const database = wrapPGlite(pglite)
  await database.migrate()
  const dump = await pglite.dumpDataDir('none')
  await database.close()
  await mkdir(CACHE, { recursive: true })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, new Uint8Array(await dump.arrayBuffer()))
  await rename(draft, path)
  return dump
}

async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  // It brings tables of its own.
  hash.update(await readFile(createRequire(import.meta.url).resolve('pg-boss/package.json')))
  for (const name of Object.keys(MIGRATIONS)) {
    hash.update(await readFile(new URL(`../../server/core/database/migrations/${name}.ts`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 16)
}
