/** The example installation's proxy: Debian's Caddy with the very file that server/deploy hands it. What a container would add are addresses. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answering } from './answering.ts'
import { CADDYFILE, sayOf, servers } from './compose-file.ts'

/** The image has its program's name. */
const PROGRAM = sayOf('proxy', /^ {4}image: (\w+):/m)
/** Outside of a container only root may listen at 80. */
const PORT = 8080
/** A directive that Caddy knows since 2.7. Debian's is 2.6, the image is newer. */
const SINCE_2_7 = /^\s*stream_close_delay .+\n/m

export interface Proxy {
  readonly url: string
  readonly child: ChildProcess
}

/** Resolves once a server answers through it. */
export async function startProxy(addresses: ReadonlyMap<string, string>, folder: string): Promise<Proxy> {
  const url = `http://${addresses.get('proxy')}:${PORT}`
  const config = join(folder, 'Caddyfile')
  await writeFile(config, `{\n\tadmin off\n}\n${configFor(addresses)}`)
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(PROGRAM, ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...process.env, ...home, SITE_ADDRESS: url },
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

function configFor(addresses: ReadonlyMap<string, string>): string {
  const [major = 0, minor = 0] = versionOfCaddy()
  let config = CADDYFILE
  for (const name of servers) config = config.replace(`${name}:`, `${addresses.get(name)}:`)
  return major > 2 || minor >= 7 ? config : config.replace(SINCE_2_7, '')
}

function versionOfCaddy(): number[] {
  const said = execFileSync(PROGRAM, ['version'], { encoding: 'utf8' })
  return said.replace(/^v/, '').split('.').map(Number)
}
