/** `npm start`: builds what is out of date, opens the demo world on one port, prints where everything is, and leaves no mess when stopped. */
import { resolve } from 'node:path'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { closeOnSignals } from '#server/running.ts'
import { addressTable } from './addresses.ts'
import { buildPages } from './build-pages.ts'
import { freePortAfter, isFree } from './free-port.ts'
import { keptSecret } from './secret.ts'
import { type OpenWorld, openWorld, warmPlaces } from './seed/open-world.ts'
import { NotADemoWorld } from './seed/seed.ts'
import { HELP, parseStart, type StartOptions } from './start-options.ts'

const WRONG_USE = 2
const FAILED = 1
const GRACE_MS = 2000

/** Nothing to do with a bug: said without a stack. */
class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

const say = (line: string) => console.log(line)

await main().catch((error: unknown) => {
  const isExpected = error instanceof CannotStart || error instanceof NotADemoWorld
  if (isExpected) console.error(error.message)
  else console.error(error)
  process.exit(FAILED)
})

async function main(): Promise<void> {
  const parsed = parseStart(process.argv.slice(2), process.env)
  if (parsed.kind === 'help') return say(HELP)
  if (parsed.kind === 'wrong') {
    console.error(`${parsed.message}\nSee npm start -- --help.`)
    process.exit(WRONG_USE)
  }
  await start(parsed.options)
}

async function start(options: StartOptions): Promise<void> {
  const database = await open(options)
  try {
    await refuseTakenPort(options)
    const world = await besideBuilds(() => openSeeded(options, database))
    void warmPlaces(world)
    // Before anybody hears that it is ready, and stops it.
    closeOnSignals(() => closeWorld(world))
    await listen(world, options)
    // Since the process began.
    say(`  Ready after ${(performance.now() / 1000).toFixed(1)} s. Ctrl-C stops it.\n`)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Builds are processes of their own. They end before this does, or the next start would find them half done. */
async function besideBuilds<T>(work: () => Promise<T>): Promise<T> {
  const [builds, worked] = await Promise.allSettled([buildPages({ onProgress: say }), work()])
  if (worked.status === 'rejected') throw worked.reason
  if (builds.status === 'rejected') throw builds.reason
  return worked.value
}

function open({ databaseUrl, dataDir }: StartOptions): Promise<OpenDatabase> {
  return openDatabase({
    ...(databaseUrl ? { url: databaseUrl } : {}),
    dataDir: resolve(dataDir),
    onFatal(error) {
      console.error(error.message)
      process.exit(FAILED)
    },
    onProgress: (line) => say(`${capitalised(line)} …`),
  }).catch((error: Error) => {
    throw new CannotStart(error.message, { cause: error })
  })
}

async function refuseTakenPort({ port, host }: StartOptions): Promise<void> {
  if (port === 0 || (await isFree(port, host))) return
  const free = await freePortAfter(port, host)
  throw new CannotStart(
    `Port ${port} is in use. ${free === 0 ? 'Choose another' : `Port ${free} is free`}: npm start -- --port ${free}`,
  )
}

async function openSeeded(options: StartOptions, database: OpenDatabase): Promise<OpenWorld> {
  const world = await openWorld({
    database,
    messages: options.messages,
    companies: options.companies,
    deals: options.deals,
    demoReplies: options.demoReplies,
    parts: options.parts,
    ...(options.publicUrl ? { publicUrl: options.publicUrl } : {}),
    ...(options.adminOrigin ? { adminOrigin: options.adminOrigin } : {}),
    secret: options.secret ?? (await keptSecret(resolve(options.dataDir))),
    ...(options.redisUrl ? { redisUrl: options.redisUrl } : {}),
    log: { level: options.logLevel },
    onProgress: (line) => say(`  ${line}`),
  })
  say(worldLine(world.seeded, options))
  return world
}

function worldLine(
  { isNew, messages, companies, deals }: OpenWorld['seeded'],
  options: StartOptions,
): string {
  if (isNew)
    return `Seeded a new demo world: ${deals} deals, ${messages} messages in each long thread, ${companies} LLCs and trusts.`
  const size = `${deals} deals and ${messages} messages in each long thread`
  if (messages === options.messages && deals === options.deals) return `The demo world is there, ${size}.`
  const fresh = options.databaseUrl
    ? 'give an empty DATABASE_URL'
    : `delete ${options.dataDir} or give another --data`
  return `The demo world exists already with ${size}; to start again with ${options.deals} deals and ${options.messages} messages, ${fresh}.`
}

async function listen(world: OpenWorld, options: StartOptions): Promise<void> {
  const { port, host } = options
  const { url } = await world.server.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
    // Somebody took it between the first look and now.
    if (error.code === 'EADDRINUSE') await refuseTakenPort(options)
    throw error
  })
  say(addressTable(url, options.adminOrigin ?? url))
}

function closeWorld(world: OpenWorld): void {
  say('Closing …')
  world.close({ graceMs: GRACE_MS }).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(FAILED)
    },
  )
}

function capitalised(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1)
}
