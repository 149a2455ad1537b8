/** Databases of their own on the server of TEST_DATABASE_URL, each copied from one that was made once in a run. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { runFolder } from './shared-folder.ts'

export interface OwnDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A copy of the template of that name, which `fill` makes when this run has none yet. Null without TEST_DATABASE_URL.
 * Two processes may make one at once: the first to be whole gets the name.
 */
export async function copyDatabase(
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<OwnDatabase | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const source = `${templatePrefix()}${template}`
  if (!(await isThere(server, source))) await makeTemplate(server, source, fill)
  const name = `plat_test_${plainId()}`
  // Whole files: block by block, as usual, takes twice the time.
  await onServer(server, `create database ${name} template ${source} strategy file_copy`)
  return owned(server, name)
}

const owned = (server: string, name: string): OwnDatabase => ({
  url: urlOf(server, name),
  drop: async () => void (await onServer(server, `drop database if exists ${name} with (force)`)),
})

/** An empty one. Null without TEST_DATABASE_URL. */
export async function createDatabase(): Promise<OwnDatabase | null> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return null
  const name = `plat_test_${plainId()}`
  await onServer(server, `create database ${name}`)
  return owned(server, name)
}

/** At the end of a run. */
export async function dropTemplates(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return
  const found = await onServer(
    server,
    `select datname from pg_database where starts_with(datname, '${templatePrefix()}')`,
  )
  for (const { datname } of found) await onServer(server, `drop database if exists ${datname} with (force)`)
}

async function makeTemplate(
  server: string,
  source: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const draft = `plat_test_${plainId()}`
  await onServer(server, `create database ${draft}`)
  await fill(urlOf(server, draft))
  try {
    await onServer(server, `alter database ${draft} rename to ${source}`)
  } catch (error) {
    await onServer(server, `drop database ${draft} with (force)`)
    if (!(await isThere(server, source))) throw error
  }
}

const isThere = async (server: string, name: string) =>
  (await onServer(server, `select 1 from pg_database where datname = '${name}'`)).length > 0

/** Of this run alone: what is seeded depends on the code and on the day. */
const templatePrefix = () =>
  `plat_run_${(runFolder() ?? `alone${process.pid}`).replaceAll(/\W/g, '').slice(-12).toLowerCase()}_`

const plainId = () => randomUUID().replaceAll('-', '')

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(server: string, statement: string): Promise<{ datname?: string }[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
