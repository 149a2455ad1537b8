/** Starts a production server: `npm run serve`, once it is compiled. Migrates, serves the built pages and the API, and closes gracefully on SIGTERM and SIGINT. */
import { fileURLToPath } from 'node:url'
import { setupLink } from './admin/first-staff.ts'
import type { PlatServer } from './compose-server.ts'
import { openDatabase } from './core/database/open.ts'
import { requireWritable } from './core/require-writable.ts'
import { startTelemetry } from './core/telemetry/start-telemetry.ts'
import { createServer } from './create-server.ts'
import { HELP, type ProductionSettings, readSettings } from './settings/environment.ts'
import { findPages } from './site/find-pages.ts'

const GRACE_MS = 5000
/** `npm run build` writes the pages beside the compiled server. */
const BUILT_PAGES = fileURLToPath(new URL('..', import.meta.url))

if (process.argv.includes('--help')) process.stdout.write(HELP)
else await start().catch(fail)

async function start(): Promise<void> {
  const settings = readSettings(process.env, process.argv.slice(2))
  const database = await openDatabase({
    ...(settings.databaseUrl === null ? {} : { url: settings.databaseUrl }),
    dataDir: settings.dataDir,
    isPatient: true,
    onFatal: fail,
    onProgress: (line) => process.stderr.write(`${line}\n`),
  })
  try {
    await database.migrate()
    await run(settings, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function run(
  settings: ProductionSettings,
  database: Awaited<ReturnType<typeof openDatabase>>,
): Promise<void> {
  const { files } = settings.parts
  if (files.driver === 'disk') await requireWritable(files.directory, 'FILES_DIR')
  const pages = findPages(settings.pagesDir ?? BUILT_PAGES)
  const telemetry = await startTelemetry(settings.telemetry)
  const server = await createServer({
    database,
    realtime: settings.realtime,
    parts: settings.parts,
    secret: settings.secret,
    placesSecret: settings.placesSecret,
    log: { level: settings.logLevel },
    telemetry,
    trustProxy: settings.trustProxy,
    processMetrics: true,
    ...(pages.folder === null ? {} : { pagesFolder: pages.folder }),
    ...(settings.redisUrl === null ? {} : { redisUrl: settings.redisUrl }),
    ...(settings.publicUrl === null ? {} : { publicUrl: settings.publicUrl }),
    ...(settings.adminOrigin === null ? {} : { adminOrigin: settings.adminOrigin }),
  })
  // Reading the gazetteer takes a tenth of a second; the first search does not wait for it.
  server.parts.geocoder.warm()
  // Before anybody hears that it is ready, and stops it.
  closeOnSignals(server, settings.drainMs)
  const { url } = await server.listen({ port: settings.port, host: settings.host })
  const { log } = server.app
  // Lost connections and unreachable services are handled where they happen. An error that arrives here is a bug; a supervisor restarts the process.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error, the process ends')
    telemetry.errors?.report(error, {})
    void telemetry.close().finally(() => fail(error))
  })
  const warnings = pages.warning === null ? settings.warnings : [...settings.warnings, pages.warning]
  for (const warning of warnings) log.warn(warning)
  await invite(database, settings.adminOrigin ?? settings.publicUrl ?? url)
}

/** On standard error and not in the log: a person at a terminal reads it. */
async function invite({ db }: PlatServer['database'], origin: string): Promise<void> {
  const link = await setupLink(db, origin.replace(/\/+$/, ''))
  if (link === null) return
  process.stderr.write(
    `\nNobody can log in to the console yet. Make the first member of staff here, within 60 minutes:\n  ${link}\n\n`,
  )
}

function closeOnSignals(server: PlatServer, drainMs: number): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      server.app.log.info({ signal }, 'closing')
      server.close({ drainMs, graceMs: GRACE_MS }).then(() => process.exit(0), fail)
    })
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
