import { describe, expect, it } from 'vitest'
import { readSettings, WrongSettings } from '#server/config/environment.ts'

const SECRET = 'a secret of some length'

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

  it('tell browsers another address of the outside server than the one inside', () => {
    const app = { PUSHER_APP_ID: '1', PUSHER_APP_KEY: 'k', PUSHER_APP_SECRET: 's', PUSHER_HOST: 'soketi' }
    const env = { PLAT_SECRET: SECRET, REALTIME_DRIVER: 'pusher', ...app }
    expect(readSettings({ ...env, PUSHER_CLIENT_HOST: 'ws.example.com' }).realtime).toMatchObject({
      host: 'soketi',
      client: { wsHost: 'ws.example.com', wsPort: 443, wssPort: 443, forceTLS: true },
    })
    expect(faultsOf({ ...env, PUSHER_CLIENT_SCHEME: 'wss' })).toContain('PUSHER_CLIENT_SCHEME')
  })

  it('count an empty variable as absent', () => {
    expect(readSettings({ PLAT_SECRET: SECRET, DATABASE_URL: '', PORT: ' ' }).port).toBe(3000)
  })
})
