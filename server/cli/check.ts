/** `plat check`: what the server needs, asked one by one. Each line says `ok`, `unused` or `failed`, and what to do. */
import { Redis } from 'ioredis'
import { isClockWrong, wordsOfOffset } from '#server/core/database/clock.ts'
import type { openDatabase } from '#server/core/database/open.ts'
import { requireWritable } from '#server/core/require-writable.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import { newKey } from '#server/providers/files/file-key.ts'
import { createVirusScanner } from '#server/providers/files/virus-scan.ts'
import { verifySmtp } from '#server/providers/mail/smtp-mailer.ts'
import { type ProductionSettings, readSettings } from '#server/settings/environment.ts'
import type { Environment } from '#server/settings/read-variables.ts'
import { findPages } from '#server/site/find-pages.ts'
import type { Command } from './command.ts'

export interface Finding {
  name: string
  state: 'ok' | 'unused' | 'failed'
  /** What was found, and what to do about it. */
  text: string
}

export const checkHelp = {
  summary: 'Check settings, database, clock, Redis, files, mail, clamd, the public address and pages.',
  options: {},
} satisfies Pick<Command, 'summary' | 'options'>

type Answer = Omit<Finding, 'name'>

const ok = (text: string): Answer => ({ state: 'ok', text })
const unused = (text: string): Answer => ({ state: 'unused', text })
const failed = (text: string): Answer => ({ state: 'failed', text })

/** How long anything may take to answer. */
const PATIENCE_MS = 5000

interface Surroundings {
  env: Environment
  builtPages: string
  open: typeof openDatabase
}

export async function check({ env, builtPages, open }: Surroundings): Promise<Finding[]> {
  let settings: ProductionSettings
  try {
    settings = readSettings(env)
  } catch (error) {
    return [{ name: 'settings', ...failed(messageOf(error)) }]
  }
  const checks: [name: string, look: () => Promise<Answer>, remedy: string][] = [
    ['settings', async () => ok('complete'), ''],
    ['database', () => database(settings, open), 'Start PostgreSQL, or correct DATABASE_URL or PLAT_DATA.'],
    ['redis', () => redis(settings), 'Start Redis or correct REDIS_URL.'],
    ['files', () => files(settings), 'Correct FILES_DIR or the S3_ variables, and who may write there.'],
    ['mail', () => mail(settings), 'Correct MAIL_URL, with the user and password of the mail server.'],
    [
      'clamd',
      () => clamd(settings),
      'Start clamd or correct CLAMD_URL; uploads are quarantined until it answers.',
    ],
    [
      'public url',
      () => publicUrl(settings),
      'Start the server and the proxy; check DNS, the certificate and PUBLIC_URL.',
    ],
    ['pages', async () => pages(settings, builtPages), ''],
  ]
  // One after the other: the lines are few, and a person reads which one takes long.
  const found: Finding[] = []
  for (const [name, look, remedy] of checks) {
    const answer = await withinPatience(look()).catch((error: unknown) =>
      failed(`${messageOf(error).replace(/\.?$/, '.')} ${remedy}`),
    )
    found.push({ name, ...answer })
  }
  return found
}

async function database(
  { databaseUrl, dataDir }: ProductionSettings,
  open: typeof openDatabase,
): Promise<Answer> {
  const opened = await open(databaseUrl === null ? { dataDir } : { url: databaseUrl })
  try {
    const { clock, kind } = opened
    if (isClockWrong(clock))
      return failed(`This machine's clock is ${wordsOfOffset(clock)}. Set one of them right, e.g. with NTP.`)
    const what = kind === 'postgres' ? 'PostgreSQL answers' : `embedded, in ${dataDir}`
    return ok(`${what}; the clocks agree`)
  } finally {
    await opened.close()
  }
}

async function redis({ realtime }: ProductionSettings): Promise<Answer> {
  const url = realtime.driver === 'embedded' ? realtime.redisUrl : undefined
  if (url === undefined) return unused('REDIS_URL is not set: fine for one node')
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: PATIENCE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return ok('answers')
  } finally {
    client.disconnect()
  }
}

async function files({ parts: { files: settings } }: ProductionSettings): Promise<Answer> {
  if (settings.driver === 'disk') await requireWritable(settings.directory, 'FILES_DIR')
  const store = createFileStore(settings)
  const key = newKey('check')
  await store.put(key, Buffer.from('plat check'), 'text/plain')
  const bytes = await store.get(key)
  await store.delete(key)
  if (String(bytes && Buffer.from(bytes)) !== 'plat check')
    return failed('A file that was stored could not be read back. Check the store.')
  const where = settings.driver === 's3' ? `bucket ${settings.bucket}` : 'folder'
  return ok(`${where}: stored, read and deleted a file`)
}

async function mail({ parts }: ProductionSettings): Promise<Answer> {
  if (parts.mail.driver !== 'smtp')
    return unused('MAIL_URL is not set: mails stay in the table outbox, nobody gets them')
  await verifySmtp(parts.mail.url)
  return ok('the mail server takes the login')
}

async function clamd({ parts: { virusScan } }: ProductionSettings): Promise<Answer> {
  if (virusScan?.driver !== 'clamd')
    return unused('CLAMD_URL is not set: uploads are not scanned for viruses')
  return ok(await createVirusScanner(virusScan).signatures())
}

async function publicUrl({ publicUrl: url }: ProductionSettings): Promise<Answer> {
  if (url === null) return unused('PUBLIC_URL is not set: links in mails lead to where the server listens')
  const { status } = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (status !== 200) throw new Error(`${url} answered ${status} at /healthz`)
  return ok(
    url.startsWith('https:') ? `${url} answers with a valid certificate` : `${url} answers, without TLS`,
  )
}

function pages({ pagesDir }: ProductionSettings, builtPages: string): Answer {
  const { folder, warning } = findPages(pagesDir ?? builtPages)
  return warning === null ? ok(`built, in ${folder}`) : failed(warning)
}

async function withinPatience(answer: Promise<Answer>): Promise<Answer> {
  const gaveUp = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No answer')), 2 * PATIENCE_MS).unref()
  })
  return Promise.race([answer, gaveUp])
}

/** With what lies below it: `fetch failed` alone helps nobody. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return error.message + cause
}
