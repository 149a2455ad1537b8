/** What the example installation says: server/deploy's compose.yaml, Dockerfile, Caddyfile and plat.env.example, as values. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../server/deploy/${file}`, import.meta.url)), 'utf8')

export const COMPOSE = read('compose.yaml')
export const DOCKERFILE = read('Dockerfile')
export const CADDYFILE = read('Caddyfile')
export const [, SERVICES = ''] = /^services:\n([\s\S]+?)^volumes:\n/m.exec(COMPOSE) ?? []

/** What compose.yaml says of each service, by its name. */
export const services = new Map(
  [...SERVICES.matchAll(/^ {2}([\w-]+):(.*(?:\n(?: {3,}.*)?$)*)/gm)].map(([, name = '', says = '']) => [
    name,
    says,
  ]),
)

/** Names of the services that are servers of ours. */
export const servers = [...services].filter(([, says]) => says.trim() === '*server').map(([name]) => name)

/** What a pattern's groups find in a service; a sentence that fits nothing when it finds nothing. */
export const sayOf = (name: string, pattern: RegExp): string =>
  pattern
    .exec(services.get(name) ?? '')
    ?.slice(1)
    .join('') ?? `${name} does not say ${pattern}`

/** What `plat check --fix` makes. */
const SECRETS = {
  PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  POSTGRES_PASSWORD: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
}

/** plat.env.example, line by line. */
export const envFile: Readonly<Record<string, string>> = Object.fromEntries(
  read('plat.env.example')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => line.split(/=(.*)/s).slice(0, 2)),
)

/** `${NAME}` and `${NAME:?…}` as compose fills them in from plat.env. */
export const filled = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => ({ ...envFile, ...SECRETS })[name] ?? '')

/** The environment of each server after the secrets were made and nothing else was changed. */
export const exampleEnv: Record<string, string> = {
  ...envFile,
  ...SECRETS,
  ...Object.fromEntries(
    [
      ...(/^x-server: [\s\S]+?\n {2}environment:\n((?: {4}.+\n)+)/m.exec(COMPOSE)?.[1] ?? '').matchAll(
        /^ +(\w+): (.+)$/gm,
      ),
    ].map(([, name, value = '']) => [name, filled(value)]),
  ),
}

/** A variable of a service's environment. */
export const settingOf = (service: string, name: string): string =>
  filled(sayOf(service, new RegExp(`^ {6}${name}: (.+)$`, 'm')))

/** A list that is written as JSON, like a command or a health check. */
export const listOf = (service: string, name: string): string[] =>
  JSON.parse(sayOf(service, new RegExp(`^ +${name}: (\\[.+\\])$`, 'm')))
