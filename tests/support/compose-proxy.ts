/** The example installation's proxy: Debian's Caddy with the very file that server/deploy hands it. What a container would add are addresses. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { answering } from './answering.ts'
import { CADDYFILE, sayOf, servers } from './compose-file.ts'

/** The image has its program's name. */
const PROGRAM = sayOf('proxy', /^ {4}image: (\w+):/m)
/** Outside of a container only root may listen at 80 and 443. */
const PORTS = { http: 8080, https: 8443, redirects: 8081 }
/** A directive that Caddy knows since 2.7. Debian's is 2.6, the image is newer. */
const SINCE_2_7 = /^\s*stream_close_delay .+\n/m

export interface Proxy {
  readonly url: string
  readonly child: ChildProcess
}

export interface SecureProxy extends Proxy {
  /** Of the authority that signed its certificate: its own, because none on the internet can reach this machine. */
  readonly ca: string
  /** Where http:// is redirected. */
  readonly plainUrl: string
}

/** Resolves once a server answers through it. */
export async function startProxy(addresses: ReadonlyMap<string, string>, folder: string): Promise<Proxy> {
  const proxy = await spawnProxy('http', addresses, folder)
  await answering(`${proxy.url}/healthz`, proxy.ended)
  return proxy
}

/** The same for an address with https://. */
export async function startSecureProxy(
  addresses: ReadonlyMap<string, string>,
  folder: string,
): Promise<SecureProxy> {
  const proxy = await spawnProxy('https', addresses, folder)
  const authority = join(proxy.home, 'caddy/pki/authorities/local/root.crt')
  for (;;) {
    const ca = await readFile(authority, 'utf8').catch(() => '')
    const status = ca && (await statusOf(`${proxy.url}/healthz`, ca).catch(() => 0))
    const plainUrl = `http://${addresses.get('proxy')}:${PORTS.redirects}`
    if (status === 200) return { ...proxy, ca, plainUrl }
    const why = proxy.ended()
    if (why) throw new Error(why)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Rejects where the certificate is not valid for the address. */
export const statusOf = (url: string, ca: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { ca }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
  })

async function spawnProxy(scheme: 'http' | 'https', addresses: ReadonlyMap<string, string>, folder: string) {
  const url = `${scheme}://${addresses.get('proxy')}:${PORTS[scheme]}`
  const home = join(folder, scheme)
  await mkdir(home)
  const config = join(home, 'Caddyfile')
  const options = [
    'admin off',
    'skip_install_trust',
    `http_port ${PORTS.redirects}`,
    `https_port ${PORTS.https}`,
  ]
  await writeFile(config, `{\n\t${options.join('\n\t')}\n}\n${configFor(addresses)}`)
  const child = spawn(PROGRAM, ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, SITE_ADDRESS: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = () => (child.exitCode === null ? null : `${PROGRAM} ended with ${child.exitCode}:\n${output}`)
  return { url, child, home, ended }
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
