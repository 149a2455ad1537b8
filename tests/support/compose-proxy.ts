/**
 * The example installation's proxy: Debian's Caddy with the very file that server/deploy hands it. What a container would add is
 * its address, those of the servers, and files under /srv.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answering } from './answering.ts'
import { CADDYFILE, DOCKERFILE, servers } from './compose-file.ts'

const DRAWINGS = fileURLToPath(new URL('../../shared/ui/drawings', import.meta.url))
/** The image has its program's name. */
const [, PROGRAM = ''] = /^FROM (\w+):\S+ AS proxy$/m.exec(DOCKERFILE) ?? []
/** Outside of a container only root may listen at 80. */
const PORT = 8080
/** What a build of the widget has: a plain name, and names that have a hash. */
export const WIDGET_FILES = ['plat-messenger.js', 'loader-0a1b2c3d.mjs', 'chunks/thread-4e5f6a7b.js'] as const
/** A directive that Caddy knows since 2.7. Debian's is 2.6, the image is newer. */
const SINCE_2_7 = /^\s*stream_close_delay .+\n/m

export interface Proxy {
  readonly url: string
  readonly child: ChildProcess
}

/** Resolves once a server answers through it. */
export async function startProxy(addresses: ReadonlyMap<string, string>, folder: string): Promise<Proxy> {
  const url = `http://${addresses.get('proxy')}:${PORT}`
  const files = join(folder, 'srv')
  await fillFiles(files)
  const config = join(folder, 'Caddyfile')
  await writeFile(config, `{\n\tadmin off\n}\n${configFor(url, addresses, files)}`)
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(PROGRAM, ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...process.env, ...home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await answering(`${url}/healthz`, () =>
    child.exitCode === null ? null : `${PROGRAM} ended with ${child.exitCode}:\n${output}`,
  )
  return { url, child }
}

function configFor(url: string, addresses: ReadonlyMap<string, string>, files: string): string {
  const [major = 0, minor = 0] = versionOfCaddy()
  let config = CADDYFILE.replace(/^:80 /m, `${url} `).replace('root * /srv', `root * ${files}`)
  for (const name of servers) config = config.replace(`${name}:`, `${addresses.get(name)}:`)
  return major > 2 || minor >= 7 ? config : config.replace(SINCE_2_7, '')
}

function versionOfCaddy(): number[] {
  const said = execFileSync(PROGRAM, ['version'], { encoding: 'utf8' })
  return said.replace(/^v/, '').split('.').map(Number)
}

/** As the Dockerfile's proxy copies them. */
async function fillFiles(folder: string): Promise<void> {
  await mkdir(join(folder, 'widget/chunks'), { recursive: true })
  await Promise.all(WIDGET_FILES.map((name) => writeFile(join(folder, 'widget', name), `/* ${name} */\n`)))
  await cp(DRAWINGS, join(folder, 'drawings'), { recursive: true })
}
