/** What an operator reads is what the server does: every setting is documented, and the example installation starts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#server/config/environment.ts'
import { DEFAULT_LIMITS } from '#server/config/limits.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const PAGE = read('docs/operations.md')
const DEPLOY = 'server/deploy'
const namesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))

/** Variables the server asks its environment for, by the calls that do so. */
const settings = namesIn(
  readdirSync(`${ROOT}server/config`)
    .map((file) => read(`server/config/${file}`))
    .join('\n')
    // Networks have their name in the middle of the variable.
    .replaceAll(/`\$\{variable\}_(\w+)`/g, "'SOCIAL_<NAME>_$1'"),
  /read\s*\.(?:maybe|text|needed|port|number|url|oneOf)\(\s*'([A-Z][A-Z0-9_<>]+)'/g,
)
const [, settingsPart = ''] = PAGE.split('## Settings')
const listed = namesIn(
  (settingsPart.split('\n## ')[0] ?? '')
    .split('\n')
    .map((line) => line.split('|')[1] ?? '')
    .join('\n'),
  /`([A-Z][A-Z0-9_<>]+)`/g,
)

describe('docs/operations.md', () => {
  it('lists every variable that the server reads, and none that it does not', () => {
    expect(settings.size).toBeGreaterThan(60)
    expect([...listed].sort()).toEqual([...settings].sort())
  })

  it('is as complete as --help', async () => {
    const { HELP } = await import('#server/config/environment.ts')
    const helped = namesIn(HELP, /(?:^ {2}|, )([A-Z][A-Z0-9]+_?[A-Z0-9_<>]*)(?=[,\s]|$)/gm)
    expect([...settings].filter((name) => !helped.has(name) && name !== 'DOCUMENTS_DIR')).toEqual([])
  })

  it('leads to files that are there, and names metrics and limits that are', () => {
    const links = [...PAGE.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '')
    expect(links.filter((link) => !existsSync(`${ROOT}docs/${link}`))).toEqual([])
    const sources = read('server/http/metrics.ts') + read('server/realtime/metrics.ts')
    const metrics = namesIn(PAGE, /`(plat_\w+)`/g)
    expect([...metrics].filter((name) => !sources.includes(name))).toEqual([])
    const { requestsPerMinute, sendsPerMinute, deskSendsPerMinute } = DEFAULT_LIMITS
    expect(PAGE).toContain(`| ${requestsPerMinute.toLocaleString('en-US')} requests |`)
    expect(PAGE).toContain(`| ${sendsPerMinute} messages | a customer; ${deskSendsPerMinute} replies`)
  })
})

describe('the example installation', () => {
  it('has settings that the server takes, for a database, a bus, a bucket and a mail server of its own', () => {
    const lines = read(`${DEPLOY}/plat.env.example`).split('\n')
    const env = Object.fromEntries(
      lines.filter((line) => /^\w/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
    )
    const { databaseUrl, realtime, parts, trustProxy } = readSettings(env)
    const services = [databaseUrl, realtime, parts.files, parts.mail].map((one) => JSON.stringify(one))
    const compose = read(`${DEPLOY}/compose.yaml`)
    for (const [index, name] of ['postgres', 'redis', 's3', 'mail'].entries()) {
      expect(services[index]).toMatch(new RegExp(`//(?:plat:plat@)?${name}[:/]`))
      expect(compose).toMatch(new RegExp(`^  ${name}:$`, 'm'))
    }
    expect(trustProxy).toBe(true)
    expect(Object.keys(env).filter((name) => !settings.has(name))).toEqual([])
  })

  it('builds from files that are there, and leads to every server there is', () => {
    const dockerfile = read(`${DEPLOY}/Dockerfile`)
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
      (paths ?? '').split(' '),
    )
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((path) => !existsSync(ROOT + path))).toEqual([])
    const compose = read(`${DEPLOY}/compose.yaml`)
    const servers = [...compose.matchAll(/^ {2}(server-\d): \*server$/gm)].map(([, name]) => `${name}:3000`)
    expect(servers).toHaveLength(2)
    expect(read(`${DEPLOY}/Caddyfile`)).toContain(`reverse_proxy ${servers.join(' ')} {`)
  })
})
