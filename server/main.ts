/** Starts a production server: `tsx server/main.ts`. Migrates, listens, and closes gracefully on SIGTERM and SIGINT. */
import type { PlatServer } from './compose-server.ts'
import { HELP, type ProductionSettings, readSettings } from './config/environment.ts'
import { createServer } from './create-server.ts'
import { openDatabase } from './database/open.ts'

const GRACE_MS = 5000

if (process.argv.includes('--help')) process.stdout.write(HELP)
else await start().catch(fail)

async function start(): Promise<void> {
  const settings = readSettings(process.env, process.argv.slice(2))
  const database = await openDatabase({
    ...(settings.databaseUrl === null ? {} : { url: settings.databaseUrl }),
    dataDir: settings.dataDir,
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
  const server = await createServer({
    database,
    realtime: settings.realtime,
    parts: settings.parts,
    secret: settings.secret,
    log: { level: settings.logLevel },
    trustProxy: settings.trustProxy,
    processMetrics: true,
    ...(settings.publicUrl === null ? {} : { publicUrl: settings.publicUrl }),
  })
  // Reading the gazetteer takes a second or two; whoever searches first shall not wait for it.
  server.parts.geocoder.warm()
  await server.listen({ port: settings.port, host: settings.host })
  const { log } = server.app
  for (const warning of settings.warnings) log.warn(warning)
  closeOnSignals(server, settings.drainMs)
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
