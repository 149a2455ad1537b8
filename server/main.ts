/** Starts a production server: `npm run serve`, once it is compiled. Migrates, serves the built pages and the API, and closes gracefully on SIGTERM and SIGINT. */
import { fileURLToPath } from 'node:url'
import { destination } from 'pino'
import { setupLink } from './admin/first-staff.ts'
import type { PlatServer } from './compose-server.ts'
import { openDatabase } from './core/database/open.ts'
import { createLog } from './core/http/log.ts'
import { requireWritable } from './core/require-writable.ts'
import { startTelemetry } from './core/telemetry/start-telemetry.ts'
import type { Telemetry } from './core/telemetry/telemetry.ts'
import { createServer } from './create-server.ts'
import { closeOnSignals } from './running.ts'
import { HELP, type ProductionSettings, readSettings } from './settings/environment.ts'
import { findPages } from './site/find-pages.ts'

const GRACE_MS = 5000
/** `npm run build` writes the pages beside the compiled server. */
const BUILT_PAGES = fileURLToPath(new URL('..', import.meta.url))

/** One for the lines of the start and of the app, which keeps them in order. */
const output = destination(1)
/** For the reason why the process ends, which is written at every level, even `silent`. */
const fatalLog = createLog({ level: 'fatal', stream: output })
let telemetry: Telemetry | null = null

if (process.argv.includes('--help')) process.stdout.write(HELP)
else await start().catch(fail)

async function start(): Promise<void> {
  process.on('uncaughtException', failUnexpectedly)
  const settings = readSettings(process.env, process.argv.slice(2))
  const log = createLog({ level: settings.logLevel, stream: output })
  // Node itself would write them as text.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message))
  const database = await openDatabase({
    ...(settings.databaseUrl === null ? {} : { url: settings.databaseUrl }),
    dataDir: settings.dataDir,
    isPatient: true,
    onFatal: fail,
    onProgress: (line, level) => log[level ?? 'info'](line),
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
  telemetry = await startTelemetry(settings.telemetry)
  const server = await createServer({
    database,
    realtime: settings.realtime,
    parts: settings.parts,
    secret: settings.secret,
    placesSecret: settings.placesSecret,
    log: { level: settings.logLevel, stream: output },
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
  closeOnSignals((signal) => {
    server.app.log.info({ signal }, 'closing')
    server.close({ drainMs: settings.drainMs, graceMs: GRACE_MS }).then(() => process.exit(0), fail)
  })
  const { url } = await server.listen(settings).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new Error(`The server cannot listen: ${error.message}. Check PORT, HOST and ADMIN_ORIGIN.`, {
      cause: error,
    })
  })
  const warnings = pages.warning === null ? settings.warnings : [...settings.warnings, pages.warning]
  for (const warning of warnings) server.app.log.warn(warning)
  await invite(database, settings.adminOrigin ?? settings.publicUrl ?? url)
}

/** On standard error and not in the log, at every level: it is for a person, and who has it can make the first login. */
async function invite({ db }: PlatServer['database'], origin: string): Promise<void> {
  const link = await setupLink(db, origin.replace(/\/+$/, ''))
  if (link === null) return
  createLog({ stream: process.stderr }).info(
    { setup_url: link },
    'Nobody can log in to the console yet. Make the first member of staff at setup_url, within 60 minutes.',
  )
}

/** The message says what to do. */
function fail(error: unknown): never {
  const err = error instanceof Error ? error : new Error(String(error))
  fatalLog.fatal({ err }, err.message)
  process.exit(1)
}

/** Lost connections and unreachable services are handled where they happen. An error that arrives here is a bug; a supervisor restarts the process. */
function failUnexpectedly(error: Error): void {
  fatalLog.fatal({ err: error, ...telemetry?.tracing?.logFields() }, 'unexpected error, the process ends')
  telemetry?.errors?.report(error, {})
  void Promise.resolve(telemetry?.close()).finally(() => process.exit(1))
}
