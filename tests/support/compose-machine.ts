/**
 * The example installation on this machine, without Docker: each image by the same program of Debian's or npm's, at an address of its
 * own, with exactly the environment, commands, ports and passwords that server/deploy writes down.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { buildServer } from '#demo/build-pages.ts'
import { startPostgres } from '#tests/bench/postgres.ts'
import { answering } from './answering.ts'
import { type Clamd, startClamd } from './clamd.ts'
import { DOCKERFILE, exampleEnv, listOf, servers, services, settingOf } from './compose-file.ts'
import { type SecureProxy, startProxy, startSecureProxy } from './compose-proxy.ts'
import { onThisMachine } from './run-folder.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NAMES = fileURLToPath(new URL('container-names.mjs', import.meta.url))
const SERVER_PORT = Number(/^EXPOSE (\d+)$/m.exec(DOCKERFILE)?.[1])

export interface ComposeMachine {
  /** Of each server, from outside. */
  readonly urls: readonly string[]
  /** Of the proxy before them. */
  readonly proxyUrl: string
  /** The same proxy, had it been given an address with https://. */
  readonly secure: SecureProxy
  readonly databaseUrl: string
  /** Mails as they came in at the mail server. */
  readonly mails: readonly string[]
  /** The volume of the servers. */
  readonly files: string
  /** Runs a service's own health check; throws when that says that it is not healthy. */
  check(service: string): void
  /** Ends a server without a word. */
  kill(server: 0 | 1): Promise<void>
  stop(): Promise<void>
}

export async function startComposeMachine(): Promise<ComposeMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-compose-'))
  const addresses = addressesOf([...services.keys()])
  const at = (name: string) => addresses.get(name) ?? ''
  const postgres = startDatabase(at('postgres'))
  const redis = startRedis(at('redis'), folder)
  const [clamd, mail, kept] = await Promise.all([
    startClamd(join(folder, 'clamav'), { host: at('clamav'), port: 3310, streamMax: '25M' }),
    startMail(at('mail')),
    started(redis, /Ready to accept/),
  ])
  const files = join(folder, 'files')
  const running = await startServers(addresses, { pages: await madePages(join(folder, 'pages')), files })
  const proxy = await startProxy(addresses, folder)
  const secure = await startSecureProxy(addresses, folder)
  return {
    urls: servers.map((name) => `http://${at(name)}:${SERVER_PORT}`),
    proxyUrl: proxy.url,
    secure,
    databaseUrl: `${exampleEnv.DATABASE_URL}`.replace('@postgres:', `@${at('postgres')}:`),
    mails: mail.received,
    files,
    check: (service) => checkHealth(service, { address: at(service), bin: postgres.bin, clamd }),
    async kill(server) {
      const child = running[server]
      if (child) await killed(child)
    },
    async stop() {
      await Promise.all([...running, kept, proxy.child, secure.child, clamd.child].map(killed))
      await mail.close()
      postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A part of the loopback network to each, another one in every run: the ports may then be those of the installation. */
function addressesOf(names: readonly string[]): ReadonlyMap<string, string> {
  const network = `127.${1 + Math.floor(Math.random() * 254)}.${Math.floor(Math.random() * 255)}`
  return new Map(names.map((name, index) => [name, `${network}.${index + 2}`]))
}

function startDatabase(host: string) {
  const [user, password, name] = ['USER', 'PASSWORD', 'DB'].map((of) =>
    settingOf('postgres', `POSTGRES_${of}`),
  )
  const postgres = startPostgres({ host, port: 5432, user: `${user}`, password: `${password}` })
  if (!postgres) throw new Error('There is no PostgreSQL on this machine.')
  const env = { ...process.env, PGPASSWORD: password }
  execFileSync(join(postgres.bin, 'createdb'), ['-h', host, '-U', `${user}`, `${name}`], { env })
  return postgres
}

function startRedis(host: string, folder: string): ChildProcess {
  const [program = '', ...args] = listOf('redis', 'command')
  return spawn(program, [...args, '--bind', host, '--dir', folder], { stdio: ['ignore', 'pipe', 'ignore'] })
}

async function started(child: ChildProcess, said: RegExp): Promise<ChildProcess> {
  for await (const chunk of child.stdout ?? []) if (said.test(String(chunk))) break
  return child
}

async function startMail(host: string) {
  const received: string[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  await new Promise<void>((ready) => smtp.listen(1025, host, ready))
  return { received, close: () => new Promise<void>((closed) => smtp.close(closed)) }
}

/** Runs the image's command with the environment of the image and of plat.env. A container would add only an address and the volume. */
async function startServers(
  addresses: ReadonlyMap<string, string>,
  { pages, files }: { pages: string; files: string },
): Promise<ChildProcess[]> {
  await buildServer()
  const [program = '', ...args]: string[] = JSON.parse(/^CMD (\[.+\])$/m.exec(DOCKERFILE)?.[1] ?? '[]')
  const [, image = ''] = /^ENV (.+PORT.+)$/m.exec(DOCKERFILE) ?? []
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...Object.fromEntries(image.split(' ').map((pair) => pair.split('='))),
    ...exampleEnv,
    PAGES_DIR: pages,
    FILES_DIR: files,
    CONTAINER_NAMES: JSON.stringify(Object.fromEntries(addresses)),
    LEFT_MACHINE: onThisMachine().LEFT_MACHINE,
    NODE_OPTIONS: `${onThisMachine().NODE_OPTIONS} --import=${NAMES}`,
  }
  return Promise.all(
    servers.map(async (name) => {
      const host = addresses.get(name) ?? ''
      const child = spawn(program, args, {
        cwd: ROOT,
        env: { ...env, HOST: host },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk
        })
      await answering(`http://${host}:${SERVER_PORT}/healthz`, () =>
        child.exitCode === null ? null : `${name} ended with ${child.exitCode}:\n${output}`,
      )
      return child
    }),
  )
}

/** What a build of the widget has: a plain name, and names that have a hash. */
export const WIDGET_FILES = [
  'loader.js',
  'plat-popup-0.7.0-0a1b2c3d.js',
  'chunks/thread-4e5f6a7b.js',
] as const

/** A build takes a minute, and the browser tests have one. */
async function madePages(folder: string): Promise<string> {
  const files = [
    ...['app', 'seller', 'admin'].map((app) => `${app}/index.html`),
    ...WIDGET_FILES.map((name) => `widget/${name}`),
  ]
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `<!-- ${file} -->\n`)
  }
  return folder
}

/** In a container the programs ask themselves; here they are told where. */
function checkHealth(
  service: string,
  { address, bin, clamd }: { address: string; bin: string; clamd: Clamd },
): void {
  if (servers.includes(service)) {
    const [, command = '[]'] = /^HEALTHCHECK [^\n]*\n {2}CMD (\[.+\])$/m.exec(DOCKERFILE) ?? []
    const [program = '', ...args]: string[] = JSON.parse(command)
    execFileSync(
      program,
      args.map((part) => part.replace('127.0.0.1', address)),
    )
    return
  }
  const [kind, ...words] = listOf(service, 'test')
  const [program = '', ...args] = kind === 'CMD-SHELL' ? (words[0] ?? '').split(' ') : words
  const path = `${bin}:${process.env.PATH}`
  const where = service === 'clamav' ? ['-c', clamd.configPath] : ['-h', address]
  execFileSync(program, [...where, ...args], { env: { ...process.env, PATH: path } })
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
