import { describe, expect, it } from 'vitest'
import { HELP, parseStart } from '#demo/start-options.ts'

const started = (argv: string[], env: Record<string, string> = {}) => {
  const parsed = parseStart(argv, env)
  if (parsed.kind !== 'start') throw new Error(`did not start: ${JSON.stringify(parsed)}`)
  return parsed.options
}

describe('the start command', () => {
  it('needs no flag and no variable', () => {
    expect(started([])).toEqual({
      port: 4400,
      host: '127.0.0.1',
      dataDir: '.data',
      messages: 400,
      companies: 20_000,
      deals: 57_120,
      demoReplies: true,
      databaseUrl: null,
      redisUrl: null,
      secret: null,
      logLevel: 'warn',
      publicUrl: null,
      adminOrigin: null,
      // No captcha, no identity provider: the demo has its own.
      parts: {
        mail: { driver: 'outbox' },
        sms: { driver: 'outbox' },
        social: [],
        places: { driver: 'gazetteer' },
        scripts: {},
        files: { driver: 'disk', directory: '.data/files' },
        virusScan: { driver: 'embedded' },
        webhooks: { alsoHosts: [] },
        push: { alsoHosts: [] },
      },
    })
  })

  it('takes its flags', () => {
    const argv = [
      '--port',
      '5000',
      '--data',
      'there',
      '--messages',
      '9',
      '--companies',
      '50',
      '--deals',
      '2500',
      '--no-demo-replies',
      '--host',
      '::1',
    ]
    expect(started(argv)).toMatchObject({
      port: 5000,
      dataDir: 'there',
      messages: 9,
      companies: 50,
      deals: 2500,
      demoReplies: false,
      host: '::1',
    })
  })

  it('takes its variables, and a flag wins over one', () => {
    const env = {
      PORT: '5001',
      PLAT_DATA: 'here',
      DATABASE_URL: 'postgres://db/plat',
      REDIS_URL: 'redis://bus',
      PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    }
    expect(started(['--data', 'there'], env)).toMatchObject({
      port: 5001,
      dataDir: 'there',
      databaseUrl: 'postgres://db/plat',
      redisUrl: 'redis://bus',
      secret: '9f86d081884c7d659a2feaa0c55ad015',
    })
  })

  it('keeps the demo’s own services that pretend, until one is named', () => {
    for (const name of ['captcha', 'identity', 'billing', 'market'])
      expect(started([], {}).parts).not.toHaveProperty(name)
    expect(started([], { BILLING_DRIVER: 'none' }).parts).toMatchObject({ billing: { driver: 'none' } })
  })

  it('takes real services instead of the demo’s own', () => {
    const { parts, publicUrl } = started([], {
      MAIL_URL: 'smtp://mail.example:587',
      MAIL_FROM: 'Plat <mail@example.com>',
      CAPTCHA_DRIVER: 'none',
      SOCIAL_GOOGLE_CLIENT_ID: 'an id',
      SOCIAL_GOOGLE_CLIENT_SECRET: 'a secret',
      PUBLIC_URL: 'https://plat.example',
    })
    expect(publicUrl).toBe('https://plat.example')
    expect(parts).toMatchObject({
      mail: { driver: 'smtp', url: 'smtp://mail.example:587' },
      captcha: { driver: 'none' },
      social: [{ network: 'google', clientId: 'an id' }],
    })
  })

  it.each([
    ['a mail server that is none', [], { MAIL_URL: 'http://x' }, /MAIL_URL must/],
    ['an unknown flag', ['--prot', '1'], {}, /--prot/],
    ['a word that is no flag', ['5000'], {}, /5000/],
    ['a flag without its value', ['--port'], {}, /--port/],
    ['a port that is no number', ['--port', 'many'], {}, /--port must be a whole number from 0 to 65535/],
    ['a port too large', ['--port', '65536'], {}, /--port/],
    ['a bad PORT', [], { PORT: 'x' }, /^PORT must/],
    ['a negative size', ['--messages', '-1'], {}, /--messages/],
    ['a size too large', ['--messages', '1000001'], {}, /--messages/],
    ['a registry too large', ['--companies', '200001'], {}, /--companies/],
    ['too many deals', ['--deals', '500001'], {}, /--deals must be a whole number from 1000 to 500000/],
    ['too few deals', ['--deals', '999'], {}, /--deals/],
    ['an empty directory', ['--data', ''], {}, /--data/],
    ['a database that is no Postgres', [], { DATABASE_URL: 'mysql://db' }, /DATABASE_URL must start/],
    ['a bus that is no Redis', [], { REDIS_URL: 'http://bus' }, /REDIS_URL must start/],
    ['a secret that can be guessed', [], { PLAT_SECRET: 'sixteen characters or more' }, /PLAT_SECRET/],
  ])('refuses %s and says what is wrong', (_case, argv, env, words) => {
    const parsed = parseStart(argv, env)
    expect(parsed).toMatchObject({ kind: 'wrong', message: expect.stringMatching(words) })
  })

  it('lists every flag and variable in its help', () => {
    expect(parseStart(['--help'], {})).toEqual({ kind: 'help' })
    for (const name of [
      '--port',
      '--host',
      '--data',
      '--messages',
      '--companies',
      '--deals',
      '--no-demo-replies',
      '--help',
    ])
      expect(HELP).toContain(name)
    for (const name of [
      'DATABASE_URL',
      'REDIS_URL',
      'PORT',
      'PLAT_DATA',
      'PLAT_SECRET',
      'LOG_LEVEL',
      'MAIL_URL',
    ])
      expect(HELP).toContain(name)
  })
})
