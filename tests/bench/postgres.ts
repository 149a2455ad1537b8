/** A private PostgreSQL for one run, when the machine has the server's binaries; ended and removed afterwards. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'

const VERSIONS = '/usr/lib/postgresql'

export interface PrivatePostgres {
  url: string
  version: string
  /** Its programs. */
  bin: string
  /** Like a restart by an operator: every session ends. */
  restart(): void
  stop(): void
}

export interface PostgresSettings {
  host?: string
  /** Any that is free by default. */
  port?: number
  user?: string
  /** Whoever is on this machine comes in by default. */
  password?: string
}

/** Null when there is no PostgreSQL on this machine. */
export function startPostgres(settings: PostgresSettings = {}): PrivatePostgres | null {
  const { host = '127.0.0.1', user = 'plat', password } = settings
  const version = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0]
    : undefined
  if (!version) return null
  const bin = join(VERSIONS, version, 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'plat-bench-'))
  const port = settings.port ?? 20_000 + Math.floor(Math.random() * 20_000)
  const data = join(folder, 'data')
  const secret = join(folder, 'password')
  if (password) writeFileSync(secret, password)
  if (isRoot()) for (const path of password ? [folder, secret] : [folder]) chownSync(path, ...postgresIds())
  const entry = password ? ['-A', 'scram-sha-256', `--pwfile=${secret}`] : ['-A', 'trust']
  run(join(bin, 'initdb'), '-D', data, '-U', user, ...entry, '-E', 'UTF8', '--no-sync')
  const control = (...args: string[]) =>
    run(join(bin, 'pg_ctl'), '-w', '-D', data, '-l', join(folder, 'log'), ...args)
  control('-o', `-p ${port} -h ${host} -k ${folder}`, 'start')
  return {
    url: `postgres://${user}${password ? `:${password}` : ''}@${host}:${port}/postgres`,
    version,
    bin,
    restart: () => control('-m', 'fast', 'restart'),
    stop() {
      control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, which is who a container runs as. */
function run(program: string, ...args: string[]): void {
  if (isRoot()) execFileSync('runuser', ['-u', 'postgres', '--', program, ...args], { stdio: 'ignore' })
  else execFileSync(program, args, { stdio: 'ignore' })
}

const isRoot = () => process.getuid?.() === 0

function postgresIds(): [number, number] {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return [id('-u'), id('-g')]
}

/** Rows of the embedded database, then those of PostgreSQL where this machine has it. */
export async function onBothDatabases(
  measure: (name: string, database: OpenDatabase) => Promise<string[][]>,
): Promise<string[][]> {
  const rows = await measure('PGlite', await openDatabase({ dataDir: 'memory://' }))
  const postgres = startPostgres()
  if (!postgres) return rows
  try {
    return [
      ...rows,
      ...(await measure(`PostgreSQL ${postgres.version}`, await openDatabase({ url: postgres.url }))),
    ]
  } finally {
    postgres.stop()
  }
}
