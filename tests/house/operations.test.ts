/** What an operator reads is what the server does: every setting is documented, and the example installation starts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#server/settings/environment.ts'
import { RETAINED, RETENTION } from '#shared/rules/site/retention.ts'
import {
  CADDYFILE,
  COMPOSE,
  DOCKERFILE,
  envFile,
  exampleEnv,
  SERVICES,
  sayOf,
  servers,
  services,
  settingOf,
} from '#tests/support/compose-file.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const PAGE = read('docs/operations.md')
const namesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))

/** Variables the server asks its environment for, by the calls that do so. */
const settings = namesIn(
  readdirSync(`${ROOT}server/settings`)
    .map((file) => read(`server/settings/${file}`))
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

  it('says how long records are kept as the server keeps them', () => {
    const [, part = ''] = PAGE.split('## How long records are kept')
    const rows = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| (.+) \| (\d+) \| (\d+) \|$/gm)]
    expect(rows.map(([, label, days, min]) => ({ label, days: Number(days), min: Number(min) }))).toEqual(
      RETAINED.map((kind) => {
        const { label, days, min } = RETENTION[kind]
        return { label, days, min }
      }),
    )
  })

  it('is as complete as --help', async () => {
    const { HELP } = await import('#server/settings/environment.ts')
    const helped = namesIn(HELP, /(?:^ {2}|, )([A-Z][A-Z0-9]+_?[A-Z0-9_<>]*)(?=[,\s]|$)/gm)
    expect([...settings].filter((name) => !helped.has(name) && name !== 'DOCUMENTS_DIR')).toEqual([])
  })

  it('leads to files that are there, and names metrics that exist', () => {
    const links = [...PAGE.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '')
    expect(links.filter((link) => !existsSync(`${ROOT}docs/${link}`))).toEqual([])
    const sources = ['http/metrics', 'realtime/metrics', 'database/metrics', 'jobs/job-watch']
      .map((file) => read(`server/core/${file}.ts`))
      .join('\n')
    const metrics = namesIn(PAGE, /`(plat_\w+)`/g)
    expect([...metrics].filter((name) => !sources.includes(name))).toEqual([])
  })
})

describe('the example installation', () => {
  it('has the client programs of its PostgreSQL in the image, for a backup', () => {
    const [, client] = /install [^\n]*\bpostgresql-client-(\d+)/.exec(DOCKERFILE) ?? []
    expect(client).toBe(sayOf('postgres', /image: postgres:(\d+)\./))
    expect(PAGE).toContain(`the image has those of ${client}`)
  })

  it('has settings that the server takes, for a database, a bus, a folder, a virus scanner and a mail server', () => {
    expect(() => readSettings(envFile)).toThrow('PLAT_SECRET is missing')
    const { databaseUrl, redisUrl, parts, trustProxy } = readSettings(exampleEnv)
    const reached = [databaseUrl, redisUrl, parts.virusScan, parts.mail].map((one) => JSON.stringify(one))
    for (const [index, name] of ['postgres', 'redis', 'clamav', 'mail'].entries()) {
      expect(reached[index]).toMatch(new RegExp(`//(?:plat:\\w+@)?${name}[:/]`))
      expect([...services.keys()]).toContain(name)
    }
    expect(parts.files).toEqual({ driver: 'disk', directory: '/files' })
    expect(trustProxy).toBe(true)
    // The file is that of compose too, which makes DATABASE_URL of the password.
    const unknown = Object.keys(exampleEnv).filter((name) => !settings.has(name))
    expect(unknown).toEqual(['POSTGRES_PASSWORD'])
  })

  it('uses the same services, ports, volumes and passwords in compose.yaml and plat.env, and contains no secret', () => {
    const [user, password, database] = ['USER', 'PASSWORD', 'DB'].map((name) =>
      settingOf('postgres', `POSTGRES_${name}`),
    )
    expect(exampleEnv.DATABASE_URL).toBe(`postgres://${user}:${password}@postgres:5432/${database}`)
    expect(sayOf('postgres', /pg_isready -U (\w+)/)).toBe(user)
    expect([envFile.PLAT_SECRET, envFile.POSTGRES_PASSWORD]).toEqual(['', ''])
    expect(COMPOSE).toContain(`volumes: ["files:${exampleEnv.FILES_DIR}"]`)
    expect(DOCKERFILE).toContain(`install -d -o node -g node ${exampleEnv.FILES_DIR}\n`)
    expect(sayOf('proxy', /ports: (\[.+\])/)).toBe('["80:80", "443:443"]')
    expect(settingOf('proxy', 'SITE_ADDRESS')).toBe(exampleEnv.PUBLIC_URL)
    expect(CADDYFILE).toMatch(/^\{\$SITE_ADDRESS\} \{$/m)
  })

  it('writes nothing to the image of a server', () => {
    const [, server = ''] = /^x-server: ([\s\S]+?)\n\n/m.exec(COMPOSE) ?? []
    expect(server).toContain('\n  read_only: true\n  tmpfs: ["/tmp"]\n')
  })

  it('starts nothing before what it needs, and keeps what it names', () => {
    const needed = [...COMPOSE.matchAll(/^ {4}([\w-]+): \{ condition: (\w+) \}$/gm)]
    expect(needed).toHaveLength(2)
    for (const [, name = '', condition] of needed) {
      expect(services.has(name)).toBe(true)
      if (condition === 'service_healthy') expect(services.get(name)).toContain('healthcheck:')
    }
    const listed = [...SERVICES.matchAll(/depends_on: \[(.+)\]/g)].flatMap(
      ([, names]) => names?.split(', ') ?? [],
    )
    expect(listed.filter((name) => !services.has(name))).toEqual([])
    const kept = [...namesIn(COMPOSE, /volumes: \["(\w+):/g)]
    expect(
      kept.filter((name) => !new RegExp(`^ {2}${name}:$`, 'm').test(COMPOSE.split('\nvolumes:')[1] ?? '')),
    ).toEqual([])
  })

  it('lets a server end what it has begun before it is killed', () => {
    const graceSeconds = Number(/stop_grace_period: (\d+)s/.exec(COMPOSE)?.[1])
    expect(graceSeconds).toBeGreaterThan(Number(exampleEnv.DRAIN_SECONDS) + 10)
    // A shell in between would not pass the signal on.
    expect(DOCKERFILE).toMatch(/^CMD \["node", .*"dist\/server\/main\.js"\]$/m)
  })

  it('builds from files that are there, and leads to every server there is', () => {
    const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
      (paths ?? '').split(' '),
    )
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((path) => !existsSync(ROOT + path))).toEqual([])
    const [, port = ''] = /^EXPOSE (\d+)$/m.exec(DOCKERFILE) ?? []
    expect(DOCKERFILE).toContain(` PORT=${port} HOST=0.0.0.0`)
    const [, health = 'none'] = /app\.get\('(\/\w+)'/.exec(read('server/core/http/health.ts')) ?? []
    expect(DOCKERFILE).toContain(`fetch('http://127.0.0.1:${port}${health}')`)
    expect(CADDYFILE).toContain(`health_uri ${health}\n`)
    expect(servers).toHaveLength(2)
    expect(CADDYFILE).toContain(`reverse_proxy ${servers.map((name) => `${name}:${port}`).join(' ')} {`)
  })

  it('starts the server with systemd as the image does', () => {
    const [, command = ''] = /^CMD (\[.+\])$/m.exec(DOCKERFILE) ?? []
    expect(read('server/deploy/plat.service')).toContain(
      `ExecStart=/usr/bin/${JSON.parse(command).join(' ')}\n`,
    )
  })
})
