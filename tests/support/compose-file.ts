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

/** `${NAME:-value}` when nobody sets NAME. */
export const unset = (text: string) => text.replaceAll(/\$\{\w+:-([^}]+)\}/g, '$1')

/** A variable of a service's environment. */
export const settingOf = (service: string, name: string): string =>
  unset(sayOf(service, new RegExp(`^ {6}${name}: (.+)$`, 'm')))

/** A list that is written as JSON, like a command or a health check. */
export const listOf = (service: string, name: string): string[] =>
  JSON.parse(sayOf(service, new RegExp(`^ +${name}: (\\[.+\\])$`, 'm')))

/** The environment of each server, as somebody has it who copied the example and changed nothing. */
export const exampleEnv: Record<string, string> = Object.fromEntries(
  read('plat.env.example')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => line.split(/=(.*)/s).slice(0, 2)),
)
