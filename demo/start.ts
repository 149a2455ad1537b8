/** `npm start`: builds what is out of date, opens the demo world on one port, prints where everything is, and leaves no mess when stopped. */
import { resolve } from 'node:path'
import { DataDirInUse } from '#server/database/lock.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open.ts'
import { addressTable } from './addresses.ts'
import { buildPages } from './build-pages.ts'
import { freePortAfter, isFree } from './free-port.ts'
import { keptSecret } from './secret.ts'
import { HELP, parseStart, type StartOptions } from './start-options.ts'
import { type OpenWorld, openWorld, warmDeals, warmPlaces } from './world/open-world.ts'
import { NotADemoWorld } from './world/seed.ts'

const WRONG_USE = 2
const FAILED = 1
const GRACE_MS = 2000

/** Nothing to do with a bug: said without a stack. */
class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

const say = (line: string) => console.log(line)

await main().catch((error: unknown) => {
  const isExpected =
    error instanceof CannotStart || error instanceof DataDirInUse || error instanceof NotADemoWorld
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
  const startedAt = performance.now()
  const database = await open(options)
  let world: OpenWorld
  try {
    await refuseTakenPort(options)
    const buildsAt = performance.now()
    await buildPages({ onProgress: say })
    const buildsMs = performance.now() - buildsAt
    world = await openSeeded(options, database)
    // Who has a smart buy box would wait for it with the first page.
    await warmPlaces(world)
    await listen(world, options)
    const seconds = ((performance.now() - startedAt - buildsMs) / 1000).toFixed(1)
    say(`  Ready after ${seconds} s, builds apart. Ctrl-C stops it.\n`)
    void warmDeals(world)
  } catch (error) {
    await database.close()
    throw error
  }
  closeOnSignal(world)
}

function open({ databaseUrl, dataDir }: StartOptions): Promise<OpenDatabase> {
  return openDatabase({
    ...(databaseUrl ? { url: databaseUrl } : {}),
    dataDir: resolve(dataDir),
    onProgress: (line) => say(`${capitalised(line)} …`),
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
    ...{ database, messages: options.messages, companies: options.companies, deals: options.deals },
    ...{ demoReplies: options.demoReplies, parts: options.parts },
    ...(options.publicUrl ? { publicUrl: options.publicUrl } : {}),
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
  return `The demo world exists already with ${size}; to start anew with ${options.deals} deals and ${options.messages} messages, ${fresh}.`
}

async function listen(world: OpenWorld, options: StartOptions): Promise<void> {
  const { port, host } = options
  const { url } = await world.server.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
    // Somebody took it between the first look and now.
    if (error.code === 'EADDRINUSE') await refuseTakenPort(options)
    throw error
  })
  say(addressTable(url))
}

/** The first signal closes with grace, the second at once. */
function closeOnSignal(world: OpenWorld): void {
  let isClosing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isClosing) process.exit(FAILED)
      isClosing = true
      say('Closing …')
      world.close({ graceMs: GRACE_MS }).then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(FAILED)
        },
      )
    })
}

function capitalised(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1)
}
