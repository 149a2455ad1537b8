import { describe, expect, it } from 'vitest'
import { readSettings, WrongSettings } from '#server/settings/environment.ts'

const SECRET = '9f86d081884c7d659a2feaa0c55ad015'

const faultsOf = (env: Record<string, string>, args: string[] = []): string => {
  try {
    readSettings(env, args)
  } catch (error) {
    if (error instanceof WrongSettings) return error.message
    throw error
  }
  return ''
}

describe('production settings', () => {
  it('need a secret and nothing else', () => {
    expect(readSettings({ PLAT_SECRET: SECRET })).toMatchObject({
      port: 3000,
      dataDir: './data',
      databaseUrl: null,
      pagesDir: null,
      trustProxy: false,
      drainMs: 0,
      logLevel: 'info',
      realtime: { driver: 'embedded', key: 'plat' },
    })
  })

  it('name everything that is wrong at once, and repeat no password', () => {
    const message = faultsOf({
      PORT: '70000',
      PLAT_SECRET: 'short',
      DATABASE_URL: 'mysql://root:hunter2@db/plat',
      REDIS_URL: 'nowhere:hunter2',
      LOG_LEVEL: 'loud',
      REALTIME_DRIVER: 'carrier-pigeon',
      TRUST_PROXY: 'maybe',
    })
    for (const name of [
      'PORT',
      'PLAT_SECRET',
      'DATABASE_URL',
      'REDIS_URL',
      'LOG_LEVEL',
      'REALTIME_DRIVER',
      'TRUST_PROXY',
    ])
      expect(message).toContain(name)
    expect(message).not.toContain('hunter2')
  })

  it('take flags before variables and refuse unknown flags', () => {
    const env = { PLAT_SECRET: SECRET, PORT: '1', PLAT_DATA: 'a' }
    expect(readSettings(env, ['--port', '8080', '--data', 'b'])).toMatchObject({ port: 8080, dataDir: 'b' })
    expect(faultsOf(env, ['--prot', '1'])).toContain('--prot')
  })

  it('read the outside driver, which needs its own credentials', () => {
    const env = { PLAT_SECRET: SECRET, REALTIME_DRIVER: 'pusher' }
    expect(faultsOf(env)).toMatch(/PUSHER_APP_ID[\s\S]*PUSHER_APP_KEY[\s\S]*PUSHER_APP_SECRET/)
    const given = { PUSHER_APP_ID: '1', PUSHER_APP_KEY: 'k', PUSHER_APP_SECRET: 's' }
    const outside = { PUSHER_HOST: 'soketi', PUSHER_PORT: '6001', PUSHER_SCHEME: 'http' }
    expect(readSettings({ ...env, ...given, ...outside }).realtime).toEqual({
      driver: 'pusher',
      appId: '1',
      key: 'k',
      secret: 's',
      host: 'soketi',
      port: 6001,
      useTLS: false,
    })
    const plain = { ...env, ...given, PUSHER_HOST: 'soketi', PUSHER_SCHEME: 'http' }
    expect(readSettings(plain).realtime).toMatchObject({ port: 80, useTLS: false })
  })

  it('warn of an outside server on whose channels a messenger’s bearer hears identity checks', () => {
    const app = { PUSHER_APP_ID: '1', PUSHER_APP_KEY: 'k', PUSHER_APP_SECRET: 's', PUSHER_HOST: 'soketi' }
    const said = (more: object) =>
      readSettings({ PLAT_SECRET: SECRET, ...more }).warnings.filter((line) => /REALTIME_PREFIX/.test(line))
    const outside = { REALTIME_DRIVER: 'pusher', ...app }
    const words = expect.stringMatching(/^REALTIME_PREFIX is App.*identity checks/)
    expect(said(outside)).toEqual([words])
    expect(said({ ...outside, REALTIME_PREFIX: 'App' })).toEqual([words])
    expect(said({ ...outside, REALTIME_PREFIX: 'Plat' })).toEqual([])
    expect(said({})).toEqual([])
  })

  it('tell browsers another address of the outside server than the one inside', () => {
    const app = { PUSHER_APP_ID: '1', PUSHER_APP_KEY: 'k', PUSHER_APP_SECRET: 's', PUSHER_HOST: 'soketi' }
    const env = { PLAT_SECRET: SECRET, REALTIME_DRIVER: 'pusher', ...app }
    expect(readSettings({ ...env, PUSHER_CLIENT_HOST: 'ws.example.com' }).realtime).toMatchObject({
      host: 'soketi',
      client: { wsHost: 'ws.example.com', wsPort: 443, wssPort: 443, forceTLS: true },
    })
    expect(faultsOf({ ...env, PUSHER_CLIENT_SCHEME: 'wss' })).toContain('PUSHER_CLIENT_SCHEME')
  })

  it('say which pages may open sockets, always including the site, and how many an address may have', () => {
    const env = { PLAT_SECRET: SECRET, PUBLIC_URL: 'https://plat.example/' }
    expect(readSettings(env).realtime).not.toHaveProperty('allowedOrigins')
    const given = {
      SOCKET_ORIGINS: 'https://seller.example, https://*.partner.example',
      SOCKETS_PER_ADDRESS: '7',
      SIGNED_SOCKETS_PER_ADDRESS: '70',
    }
    expect(readSettings({ ...env, ...given }).realtime).toMatchObject({
      allowedOrigins: ['https://plat.example', 'https://seller.example', 'https://*.partner.example'],
      limits: { anonymousPerAddress: 7, provenPerAddress: 70 },
    })
    for (const wrong of ['seller.example', 'https://seller.example/', 'https://*', 'https://a.*.example'])
      expect(faultsOf({ ...env, SOCKET_ORIGINS: wrong })).toContain(`"${wrong}"`)
    expect(faultsOf({ ...env, SOCKETS_PER_ADDRESS: '0' })).toContain('SOCKETS_PER_ADDRESS')
  })

  it.each<[string, string, Record<string, string>]>([
    ['a separate host', 'https://admin.example.com', { PUBLIC_URL: 'https://plat.example/' }],
    ['a separate port', 'https://plat.example:8443', { PUBLIC_URL: 'https://plat.example' }],
    ['this machine, e.g. through a tunnel', 'http://localhost:4100', { PUBLIC_URL: 'https://plat.example' }],
    ['another port, without PUBLIC_URL', 'http://127.0.0.1:4100', {}],
  ])('take an origin of the console: %s', (_, ADMIN_ORIGIN, others) => {
    const env = { PLAT_SECRET: SECRET, ADMIN_ORIGIN, ...others }
    expect(readSettings(env).adminOrigin).toBe(ADMIN_ORIGIN)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['admin.example.com', {}, /must be an origin like https:/],
    ['https://admin.example.com/', {}, /must be an origin like https:/],
    ['https://Admin.example.com', {}, /must be an origin like https:/],
    ['https://staff:hunter2@admin.example.com', {}, /must be an origin like https:/],
    ['https://*.example.com', {}, /must be an origin like https:/],
    ['ftp://admin.example.com', {}, /must be an origin like https:/],
    ['https://plat.example', { PUBLIC_URL: 'https://plat.example/' }, /another host or port than PUBLIC_URL/],
    ['http://plat.example', { PUBLIC_URL: 'https://plat.example' }, /another host or port than PUBLIC_URL/],
    ['http://localhost:8080', { PORT: '8080' }, /another host or port than PUBLIC_URL/],
    ['http://admin.example.com', { PUBLIC_URL: 'https://plat.example' }, /must begin with https:/],
  ])('refuse %s as the console’s origin', (ADMIN_ORIGIN, others, says) => {
    const message = faultsOf({ PLAT_SECRET: SECRET, ADMIN_ORIGIN, ...others })
    expect(message).toMatch(says)
    expect(message).toContain('ADMIN_ORIGIN')
    expect(message).not.toContain('hunter2')
  })

  it('send traces below the collector’s address, and errors to the project of a DSN', () => {
    const telemetryOf = (more: object) => readSettings({ PLAT_SECRET: SECRET, ...more }).telemetry
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    expect(telemetryOf({})).toEqual({ tracing: null, errors: null })
    expect(telemetryOf(collector).tracing).toEqual({
      url: 'http://collector:4318/v1/traces',
      serviceName: 'plat',
    })
    const own = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_SERVICE_NAME: 'deals',
    }
    expect(telemetryOf({ ...collector, ...own }).tracing).toEqual({
      url: 'https://traces.example/in',
      serviceName: 'deals',
    })
    expect(telemetryOf({ ...collector, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull()
    const dsn = 'https://public@o1.ingest.sentry.example/42'
    expect(telemetryOf({ SENTRY_DSN: dsn, SENTRY_RELEASE: '1.2' }).errors).toEqual({
      dsn,
      environment: 'production',
      release: '1.2',
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '10'],
    ['SENTRY_DSN', 'https://hunter2@sentry.example'],
  ])('refuse %s=%s', (name, value) => {
    const message = faultsOf({ PLAT_SECRET: SECRET, [name]: value })
    expect(message).toContain(name)
    expect(message).not.toContain('hunter2')
  })

  it('count an empty variable as absent', () => {
    expect(readSettings({ PLAT_SECRET: SECRET, DATABASE_URL: '', PORT: ' ' }).port).toBe(3000)
  })
})
