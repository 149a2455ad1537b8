import { describe, expect, it } from 'vitest'
import { HELP, readSettings, WrongSettings } from '#server/settings/environment.ts'

const SECRET = { PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015' }

const partsOf = (env: Record<string, string>) => readSettings({ ...SECRET, ...env }).parts
const faultsOf = (env: Record<string, string>): string => {
  try {
    readSettings({ ...SECRET, ...env })
  } catch (error) {
    if (error instanceof WrongSettings) return error.message
    throw error
  }
  return ''
}

describe('the outside services', () => {
  it('are embedded unless they are named; nobody is verified by a pretended provider', () => {
    expect(partsOf({})).toEqual({
      mail: { driver: 'outbox' },
      sms: { driver: 'outbox' },
      captcha: { driver: 'altcha' },
      identity: { driver: 'none' },
      billing: { driver: 'none' },
      social: [],
      places: { driver: 'gazetteer' },
      market: { driver: 'none' },
      files: { driver: 'disk', directory: 'data/files' },
      virusScan: { driver: 'embedded' },
      scripts: {},
      webhooks: { alsoHosts: [] },
      push: { alsoHosts: [] },
    })
    expect(faultsOf({ IDENTITY_DRIVER: 'embedded' })).toContain('IDENTITY_DRIVER')
  })

  it('chosen by users are called through the operator’s proxy, whose password is in no message', () => {
    const proxyUrl = 'http://plat:hunter2@proxy.example:3128'
    expect(partsOf({ EGRESS_PROXY: proxyUrl, WEBHOOK_ALSO_HOSTS: 'crm.internal:8080' })).toMatchObject({
      webhooks: { proxyUrl, alsoHosts: ['crm.internal:8080'] },
      push: { proxyUrl, alsoHosts: [] },
    })
    const faults = faultsOf({ EGRESS_PROXY: 'socks5://plat:hunter2@proxy.example' })
    expect(faults).toContain('EGRESS_PROXY must be an address that begins with http:// or https://')
    expect(faults).not.toContain('hunter2')
  })

  it('scan uploads by clamd, and refuse them while it does not answer unless configured otherwise', () => {
    const url = 'unix:///run/clamav/clamd.ctl'
    expect(partsOf({ CLAMD_URL: url }).virusScan).toEqual({ driver: 'clamd', url, isRequired: true })
    expect(partsOf({ CLAMD_URL: url, CLAMD_REQUIRED: '0' }).virusScan).toMatchObject({ isRequired: false })
    expect(faultsOf({ CLAMD_URL: 'clamav:3310' })).toContain('CLAMD_URL must be an address')
  })

  it.each(['change-me-change-me-change-me', 'x'.repeat(40), '9f86d081884c7d659a2f'])(
    'take answers by mail with no secret that can be guessed: %s',
    (secret) => {
      const inbound = { INBOUND_DOMAIN: 'in.example.com', INBOUND_SECRET: secret }
      const faults = faultsOf(inbound)
      expect(faults).toMatch(/INBOUND_SECRET .*openssl rand -hex 32/)
      expect(faults).not.toContain(secret)
      const good = { ...inbound, INBOUND_SECRET: SECRET.PLAT_SECRET }
      expect(partsOf(good).inboundMail).toMatchObject({ secret: SECRET.PLAT_SECRET })
    },
  )

  it('take cards by Recurly once all of its keys are named, and load its script then', () => {
    const keys = { RECURLY_API_KEY: 'a', RECURLY_PUBLIC_KEY: 'p', RECURLY_WEBHOOK_KEY: 'w' }
    expect(partsOf({ BILLING_DRIVER: 'recurly', ...keys })).toMatchObject({
      billing: { driver: 'recurly', apiKey: 'a', publicKey: 'p', webhookKey: 'w', region: 'us' },
      scripts: { billing: { src: 'https://js.recurly.com/v4/recurly.js', publicKey: 'p' } },
    })
    expect(faultsOf({ BILLING_DRIVER: 'recurly' })).toContain('RECURLY_API_KEY')
    expect(faultsOf({ BILLING_DRIVER: 'embedded' })).toContain('BILLING_DRIVER')
  })

  it('that keep mails and texts to themselves are warned about', () => {
    const quiet = {
      MAIL_URL: 'smtp://user:pass@mail.example.com:587',
      MAIL_FROM: 'Plat <mail@example.com>',
      SMS_URL: 'https://sms.example.com/send',
      SMS_TOKEN: 't',
      SMS_FROM: '+17132840142',
      CLAMD_URL: 'tcp://clamav:3310',
    }
    const at = { PUBLIC_URL: 'https://plat.example' }
    expect(readSettings({ ...SECRET, ...quiet, ...at }).warnings).toEqual([])
    expect(readSettings({ ...SECRET, ...quiet }).warnings).toEqual([
      expect.stringMatching(/^PUBLIC_URL is not set/),
    ])
    expect(readSettings(SECRET).warnings.map((line) => line.split(' ')[0])).toEqual([
      'MAIL_URL',
      'SMS_URL',
      'CLAMD_URL',
    ])
    expect(partsOf(quiet)).toMatchObject({
      mail: { driver: 'smtp', url: quiet.MAIL_URL, from: quiet.MAIL_FROM },
      sms: { driver: 'http', url: quiet.SMS_URL, token: 't', from: '+17132840142' },
    })
  })

  it.each([
    [{ CAPTCHA_DRIVER: 'none' }, 'captcha', { driver: 'none' }],
    [{ ALTCHA_COST: '5000' }, 'captcha', { driver: 'altcha', cost: 5000 }],
    [
      {
        CAPTCHA_DRIVER: 'recaptcha',
        RECAPTCHA_SITE_KEY: 'a',
        RECAPTCHA_SECRET_KEY: 'b',
        RECAPTCHA_MIN_SCORE: '0.3',
      },
      'captcha',
      { driver: 'recaptcha', siteKey: 'a', secretKey: 'b', minScore: 0.3 },
    ],
    [
      { IDENTITY_DRIVER: 'plaid', PLAID_CLIENT_ID: 'a', PLAID_SECRET: 'b', PLAID_TEMPLATE_ID: 'c' },
      'identity',
      { driver: 'plaid', clientId: 'a', secret: 'b', templateId: 'c', environment: 'production' },
    ],
    [{ PLACES_DRIVER: 'maptiler', PLACES_KEY: 'k' }, 'places', { driver: 'maptiler', key: 'k' }],
    [{ DOCUMENTS_DIR: '/old' }, 'files', { driver: 'disk', directory: '/old' }],
    [{ DOCUMENTS_DIR: '/old', FILES_DIR: '/new' }, 'files', { driver: 'disk', directory: '/new' }],
    [
      { S3_BUCKET: 'b', S3_REGION: 'us-east-2', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
      'files',
      {
        driver: 's3',
        bucket: 'b',
        region: 'us-east-2',
        accessKeyId: 'k',
        secretAccessKey: 's',
        endpoint: 'https://s3.us-east-2.amazonaws.com',
      },
    ],
    [{ MAPS_DRIVER: 'built_in' }, 'maps', undefined],
    [{ MAPS_DRIVER: 'google', MAPS_KEY: 'k' }, 'maps', { driver: 'google', key: 'k' }],
    [
      {
        MAPS_DRIVER: 'style',
        MAPS_STYLE_URL: 'https://m.example/style.json',
        MAPS_HOSTS: 'https://tiles.example/v1 https://fonts.example',
      },
      'maps',
      {
        driver: 'style',
        styleUrl: 'https://m.example/style.json',
        hosts: ['https://tiles.example', 'https://fonts.example'],
      },
    ],
  ] as const)('%j is read as %s', (env, part, settings) => {
    expect(partsOf(env)[part]).toEqual(settings)
  })

  it('Google needs a client id alone, any other network its issuer too', () => {
    const env = {
      SOCIAL_GOOGLE_CLIENT_ID: 'g',
      SOCIAL_GOOGLE_CLIENT_SECRET: 's',
      SOCIAL_ACME_CLIENT_ID: 'a',
      SOCIAL_ACME_ISSUER: 'https://id.acme.example',
      SOCIAL_ACME_LABEL: 'Acme ID',
    }
    expect(partsOf(env).social).toEqual([
      { network: 'acme', name: 'Acme ID', issuer: 'https://id.acme.example', clientId: 'a' },
      {
        network: 'google',
        name: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: 'g',
        clientSecret: 's',
      },
    ])
  })

  it('load a script only when it is named, and the identity script with its provider', () => {
    const plaid = {
      IDENTITY_DRIVER: 'plaid',
      PLAID_CLIENT_ID: 'a',
      PLAID_SECRET: 'b',
      PLAID_TEMPLATE_ID: 'c',
    }
    expect(partsOf(plaid).scripts).toEqual({
      identity: { src: expect.stringContaining('https://cdn.plaid.com/') },
    })
    expect(
      partsOf({ TAG_MANAGER_URL: 'https://tags.example.com/t.js', TAG_MANAGER_ID: 'T-1' }).scripts,
    ).toEqual({
      tagManager: { src: 'https://tags.example.com/t.js', containerId: 'T-1' },
    })
  })

  it('name everything that is wrong or missing at once, and repeat no secret', () => {
    const message = faultsOf({
      MAIL_URL: 'https://hunter2@mail',
      SMS_URL: 'https://sms.example.com',
      CAPTCHA_DRIVER: 'recaptcha',
      RECAPTCHA_MIN_SCORE: '2',
      IDENTITY_DRIVER: 'plaid',
      PLAID_ENV: 'moon',
      SOCIAL_ACME_CLIENT_ID: 'a',
      SOCIAL_GOOGLE_KEY: 'hunter2',
      PLACES_DRIVER: 'google',
      MAPS_DRIVER: 'google',
      TAG_MANAGER_URL: 'http://tags.example.com',
    })
    const wrong = [
      'MAIL_URL must',
      'SMS_TOKEN is needed',
      'SMS_FROM is needed',
      'RECAPTCHA_SITE_KEY is needed',
      'RECAPTCHA_SECRET_KEY is needed',
      'RECAPTCHA_MIN_SCORE must',
      'PLAID_CLIENT_ID is needed',
      'PLAID_SECRET is needed',
      'PLAID_TEMPLATE_ID is needed',
      'PLAID_ENV must',
      'SOCIAL_ACME_ISSUER is needed',
      'SOCIAL_GOOGLE_KEY is not known',
      'PLACES_KEY is needed',
      'MAPS_KEY is needed',
      'TAG_MANAGER_URL must',
    ]
    for (const fault of wrong) expect(message).toContain(fault)
    expect(message.split('\n')).toHaveLength(1 + wrong.length)
    expect(message).not.toContain('hunter2')
  })

  it('stand in the help', () => {
    for (const name of [
      'MAIL_URL',
      'SMS_TOKEN',
      'CAPTCHA_DRIVER',
      'PLAID_TEMPLATE_ID',
      'SOCIAL_GOOGLE_CLIENT_ID',
      'PLACES_KEY',
      'BILLING_URL',
    ])
      expect(HELP).toContain(name)
  })
})
