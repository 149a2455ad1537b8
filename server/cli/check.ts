/** `plat check`: what the server needs, asked one by one. Each line says `ok`, `unused` or `failed`, and what to do. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { Redis } from 'ioredis'
import { isClockWrong, wordsOfOffset } from '#server/core/database/clock.ts'
import { DataDirInUse } from '#server/core/database/lock.ts'
import { requireWritable } from '#server/core/require-writable.ts'
import { createFileStore } from '#server/providers/files/create-file-store.ts'
import { newKey } from '#server/providers/files/file-key.ts'
import { createVirusScanner } from '#server/providers/files/virus-scan.ts'
import { verifySmtp } from '#server/providers/mail/smtp-mailer.ts'
import { type ProductionSettings, readSettings } from '#server/settings/environment.ts'
import { findPages } from '#server/site/find-pages.ts'
import { type CommandLine, type Given, type Outcome, type StandaloneCommand, WrongUse } from './command.ts'
import { newSecret, readEnvFile, withVariables, writeEnvFile } from './env-file.ts'

export interface Finding {
  name: string
  state: 'ok' | 'unused' | 'failed'
  /** What was found, and what to do about it. */
  text: string
}

export const check: StandaloneCommand = {
  summary:
    'Check settings, database, clock, Redis, files, mail, clamd, the public address, its certificate, pages and traces.',
  options: {
    fix: { value: null, help: 'make the secrets that --env-file lacks, instead of checking' },
    'env-file': {
      value: 'FILE',
      help: 'with --fix: e.g. plat.env; begins as FILE.example if it is not there',
    },
  },
  async runAlone(line, given) {
    if (given.fix !== undefined) return fix(given)
    const found = await findings(line)
    return {
      data: found,
      lines: found.map(({ name, state, text }) => `${state.padEnd(7)} ${name.padEnd(11)} ${text}`),
      isFailed: found.some(({ state }) => state === 'failed'),
    }
  },
}

/** Needed by every installation, and those that the file names and leaves empty. */
const [NEEDED, IF_NAMED] = [['PLAT_SECRET'], ['POSTGRES_PASSWORD', 'INBOUND_SECRET']]

/** Values that are there stay as they are, and none is printed. */
async function fix({ 'env-file': path }: Given): Promise<Outcome> {
  if (path === undefined) throw new WrongUse('Name the file with --env-file, e.g. plat.env.')
  const before = (await readEnvFile(path)) || (await readEnvFile(`${path}.example`))
  const isEmpty = (name: string) => new RegExp(`^${name}=\\s*$`, 'm').test(before)
  const isThere = (name: string) => new RegExp(`^${name}=`, 'm').test(before)
  const made = [...NEEDED.filter((name) => !isThere(name) || isEmpty(name)), ...IF_NAMED.filter(isEmpty)]
  const values = Object.fromEntries(made.map((name) => [name, newSecret()]))
  await writeEnvFile(path, withVariables(before, values))
  const done = made.length > 0 ? `Made ${made.join(', ')}.` : 'It has every secret already.'
  return { data: { env_file: path, made }, lines: [`${path}: ${done}`, 'Check the rest with: plat check'] }
}

type Answer = Omit<Finding, 'name'>

const ok = (text: string): Answer => ({ state: 'ok', text })
const unused = (text: string): Answer => ({ state: 'unused', text })
const failed = (text: string): Answer => ({ state: 'failed', text })

/** How long anything may take to answer. */
const PATIENCE_MS = 5000

async function findings({ env, builtPages, open }: CommandLine): Promise<Finding[]> {
  let settings: ProductionSettings
  try {
    settings = readSettings(env)
  } catch (error) {
    return [{ name: 'settings', ...failed(messageOf(error)) }]
  }
  const checks: [name: string, look: () => Promise<Answer>, remedy: string][] = [
    ['settings', async () => ok('complete'), ''],
    ['database', () => database(settings, open), 'Start PostgreSQL, or correct DATABASE_URL or PLAT_DATA.'],
    ['clock', () => clock(settings, open), 'It is compared with that of the database.'],
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
    ['tls', () => certificate(settings), 'Check the certificate that the proxy has for this name.'],
    ['pages', async () => pages(settings, builtPages), ''],
    ['traces', () => traces(settings), 'Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT.'],
  ]
  // One after the other: the lines are few, and a person reads which one takes long.
  const found: Finding[] = []
  for (const [name, look, remedy] of checks) {
    const answer = await withinPatience(look()).catch((error: unknown) =>
      failed(`${inOneLine(messageOf(error)).replace(/\.?$/, '.')} ${remedy}`),
    )
    found.push({ name, ...answer })
  }
  return found
}

type Open = CommandLine['open']

async function database({ databaseUrl, dataDir }: ProductionSettings, open: Open): Promise<Answer> {
  const opened = await open(databaseUrl === null ? { dataDir } : { url: databaseUrl }).catch(
    (error: unknown) => {
      if (error instanceof DataDirInUse) return null
      throw error
    },
  )
  if (opened === null) return ok(`embedded, in ${dataDir}, which the running server uses`)
  await opened.close()
  return ok(opened.kind === 'postgres' ? 'PostgreSQL answers' : `embedded, in ${dataDir}`)
}

async function clock({ databaseUrl }: ProductionSettings, open: Open): Promise<Answer> {
  if (databaseUrl === null) return unused('an embedded database has the clock of this machine')
  const opened = await open({ url: databaseUrl })
  await opened.close()
  return isClockWrong(opened.clock)
    ? failed(`This machine's clock is ${wordsOfOffset(opened.clock)}. Set one of them right, e.g. with NTP.`)
    : ok('agrees with that of the database')
}

async function redis({ redisUrl: url }: ProductionSettings): Promise<Answer> {
  if (url === null) return unused('REDIS_URL is not set: fine for one node')
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

/** A collector takes a batch without spans. */
async function traces({ telemetry: { tracing } }: ProductionSettings): Promise<Answer> {
  if (tracing === null) return unused('OTEL_EXPORTER_OTLP_ENDPOINT is not set: no traces are made')
  const { status } = await fetch(tracing.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"resourceSpans":[]}',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  // Only the library knows the headers that let it in.
  const isThere = status < 300 || status === 401 || status === 403
  if (!isThere) throw new Error(`${new URL(tracing.url).host} answered ${status}`)
  return ok(`${new URL(tracing.url).host} answers`)
}

async function publicUrl({ publicUrl: url }: ProductionSettings): Promise<Answer> {
  if (url === null) return unused('PUBLIC_URL is not set: links in mails lead to where the server listens')
  const answer = fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(PATIENCE_MS) })
  const { hostname } = new URL(url)
  // In a container it is the container, not the proxy beside it.
  const reached = hostname === 'localhost' ? await answer.catch(() => null) : await answer
  if (reached === null)
    return unused(
      `${url} does not answer here: in a container it cannot; open /healthz in a browser on the machine`,
    )
  const { status } = reached
  if (status !== 200) throw new Error(`${url} answered ${status} at /healthz`)
  return ok(`${url} answers`)
}

const DAY_MS = 86_400_000
/** Proxies renew a month before the end. */
const DAYS_MIN = 14

async function certificate({ publicUrl: url }: ProductionSettings): Promise<Answer> {
  if (!url?.startsWith('https:'))
    return unused('PUBLIC_URL is not https: fine on one machine, never across the internet')
  const { hostname, port } = new URL(url)
  const days = Math.floor(
    (Date.parse(await endOfCertificate(hostname, Number(port || 443))) - Date.now()) / DAY_MS,
  )
  return days < DAYS_MIN
    ? failed(`The certificate ends in ${days} days. See in the log of the proxy why it was not renewed.`)
    : ok(`the certificate is valid for ${days} days`)
}

const endOfCertificate = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      { host, port, ...(isIP(host) ? {} : { servername: host }), timeout: PATIENCE_MS },
      () => {
        resolve(socket.getPeerCertificate().valid_to)
        socket.end()
      },
    )
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error('No answer')))
  })

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

/** With its cause: `fetch failed` alone helps nobody. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return error.message + cause
}

const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')
