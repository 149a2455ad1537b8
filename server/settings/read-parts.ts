/** The outside services from environment variables. What is not named stays embedded, or is not there at all. */
import { join } from 'node:path'
import { PLAID_SCRIPT_URL, RECURLY_SCRIPT_URL } from '#server/core/config/known-addresses.ts'
import type { EgressSettings } from '#server/core/egress/guarded-client.ts'
import type { SupportContact } from '#server/core/http/site.ts'
import type { BillingSettings } from '#server/providers/billing/billing-provider.ts'
import type { CaptchaSettings } from '#server/providers/captcha/captcha.ts'
import type { FileSettings } from '#server/providers/files/create-file-store.ts'
import type { VirusScanSettings } from '#server/providers/files/virus-scan.ts'
import type { IdentitySettings } from '#server/providers/identity/identity-provider.ts'
import type { MailSettings } from '#server/providers/mail/mailer.ts'
import type { InboundMail } from '#server/providers/mail/reply-address.ts'
import type { MarketSettings } from '#server/providers/market/market-source.ts'
import type { PlacesSettings } from '#server/providers/places/geocoder.ts'
import type { PartsSettings } from '#server/providers/providers.ts'
import type { ScriptSettings } from '#server/providers/script-settings.ts'
import type { SmsSettings } from '#server/providers/sms/sms-sender.ts'
import { MAPS_HELP, readMaps } from './read-maps.ts'
import { readSocial } from './read-social.ts'
import type { Reader } from './read-variables.ts'
import { secretFault } from './secret-strength.ts'

/** Where uploaded files are kept, from environment variables: a folder, or a bucket. */
const FILES_HELP = `
 Files: proofs of funds, documents, pictures of deals
  FILES_DIR             the folder they are kept in (PLAT_DATA/files); nodes of a cluster share it
  S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY
                        keep them in a private bucket instead
  S3_ENDPOINT           https://host of a service other than Amazon's
  CLAMD_URL             tcp://host:port or unix:///path of clamd, which scans them for viruses; without it nobody does
  CLAMD_REQUIRED        1 (default) keeps uploads from everybody until clamd has scanned them, 0 does not
`

/** `DOCUMENTS_DIR` is what the folder was called while it held the papers of deals only. */
function readFiles(read: Reader, beside: string): FileSettings {
  const bucket = read.maybe('S3_BUCKET')
  if (bucket === null)
    return { driver: 'disk', directory: read.maybe('FILES_DIR') ?? read.text('DOCUMENTS_DIR', beside) }
  const region = read.text('S3_REGION', 'us-east-1')
  return {
    driver: 's3',
    bucket,
    region,
    endpoint: read.url('S3_ENDPOINT', ['https:', 'http:']) ?? `https://s3.${region}.amazonaws.com`,
    accessKeyId: read.needed('S3_ACCESS_KEY_ID', 'S3_BUCKET'),
    secretAccessKey: read.needed('S3_SECRET_ACCESS_KEY', 'S3_BUCKET'),
  }
}

/** Closed unless the operator opens it: nobody can download a file that could not be scanned. */
function readVirusScan(read: Reader): VirusScanSettings {
  const url = read.url('CLAMD_URL', ['tcp:', 'unix:'])
  const isRequired = read.oneOf('CLAMD_REQUIRED', ['0', '1'], '1') === '1'
  return url === null ? { driver: 'embedded' } : { driver: 'clamd', url, isRequired }
}

export const PARTS_HELP = `
 Mail and text messages; without an address they are kept in the outbox table and sent nowhere
  MAIL_URL, MAIL_FROM   smtp://user:password@host:587 or smtps://…, and the sender: Plat <mail@example.com>
  INBOUND_DOMAIN, INBOUND_SECRET
                        mails about unread messages can be answered: what comes to reply+…@INBOUND_DOMAIN is
                        posted to PUBLIC_URL/webhooks/mail, signed or with the secret as password
  INBOUND_AUTH_HOST     the name of the mail server whose Authentication-Results are believed
  SMS_URL, SMS_TOKEN, SMS_FROM
                        https://… that takes a POST of {to, from, body} with a bearer token; replies
                        (STOP, START, HELP) come to PUBLIC_URL/webhooks/sms as {from, body} with the same token
 Who answers, on /help, in the footer and in mails; without them the sender of mails
  SUPPORT_EMAIL, SUPPORT_PHONE, SUPPORT_HOURS
                        e.g. help@example.com, +1 555 010 0199, "Monday to Friday, 9 AM to 5 PM CT"
 Captcha
  CAPTCHA_DRIVER        altcha (default, made here), recaptcha or none
  ALTCHA_COST           how much work it asks of a browser
  RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET_KEY, RECAPTCHA_MIN_SCORE
                        keys, and the lowest score that passes (0 to 1)
 Identity verification
  IDENTITY_DRIVER       none (default) or plaid
  PLAID_CLIENT_ID, PLAID_SECRET, PLAID_TEMPLATE_ID, PLAID_ENV
                        credentials, the template of the check, sandbox or production. Plaid's webhook for identity
                        verification goes to PUBLIC_URL/webhooks/identity/plaid
 Cards
  BILLING_DRIVER        none (default, nothing can be paid) or recurly
  RECURLY_API_KEY, RECURLY_PUBLIC_KEY, RECURLY_WEBHOOK_KEY, RECURLY_REGION
                        the private key, the one for browsers, the key of the webhook endpoint, us or eu. Recurly's JSON
                        webhooks for payments and charge invoices go to PUBLIC_URL/webhooks/billing/recurly
 Login by networks that speak OpenID Connect
  SOCIAL_GOOGLE_CLIENT_ID, SOCIAL_GOOGLE_CLIENT_SECRET
                        shows the button of Google; its return address is PUBLIC_URL/login
  SOCIAL_<NAME>_CLIENT_ID, SOCIAL_<NAME>_CLIENT_SECRET, SOCIAL_<NAME>_ISSUER, SOCIAL_<NAME>_LABEL
                        any other network: its client id, its secret if it gives one, https://issuer
                        and the word on the button
 Places
  PLACES_DRIVER         gazetteer (default, in memory), google or maptiler
  PLACES_KEY            the key of that service
 Sales and figures around a deal; without an address none are shown
  MARKET_URL, MARKET_TOKEN
                        https://… that takes a POST of a property as JSON with a bearer token and answers with
                        {comparables, neighborhood}${FILES_HELP.trimEnd()}${MAPS_HELP.trimEnd()}
 Webhooks of saved searches and notices on devices call public addresses alone, by https
  WEBHOOK_ALSO_HOSTS    host:port, separated by commas, that webhooks may call wherever they are
  EGRESS_PROXY          http:// or https:// address of a proxy for these calls, with user:password@ if it asks
 Scripts of others in the browser; each only when named, and after consent
  SUPPORT_CHAT_URL, SUPPORT_CHAT_APP_ID
  BILLING_URL, BILLING_PUBLIC_KEY
                        Recurly's own with BILLING_DRIVER=recurly
  IDENTITY_SCRIPT_URL   Plaid's own with IDENTITY_DRIVER=plaid
  TAG_MANAGER_URL, TAG_MANAGER_ID
`

/** Of the embedded database, and of what lies beside it. */
export const DATA_DIR = './data'

/** A site in production verifies nobody by a pretended provider, and asks strangers for some work. */
export function readParts(
  read: Reader,
  faults: string[],
  dataDir: string = read.text('PLAT_DATA', DATA_DIR),
): PartsSettings {
  const identity = readIdentity(read)
  const billing = readBilling(read)
  const maps = readMaps(read, faults)
  const mail = readMail(read)
  const support = readSupport(read, mail)
  const inboundMail = readInboundMail(read, faults)
  return {
    mail,
    sms: readSms(read),
    captcha: readCaptcha(read),
    identity,
    billing,
    social: readSocial(read, faults),
    places: readPlaces(read),
    market: readMarket(read),
    files: readFiles(read, join(dataDir, 'files')),
    virusScan: readVirusScan(read),
    scripts: readScripts(read, identity, billing),
    ...(maps ? { maps } : {}),
    ...(inboundMail ? { inboundMail } : {}),
    ...(support ? { support } : {}),
    ...readEgress(read),
  }
}

function readEgress(read: Reader): Record<'webhooks' | 'push', EgressSettings> {
  const hosts = read.text('WEBHOOK_ALSO_HOSTS', '').split(',')
  const proxyUrl = read.url('EGRESS_PROXY', ['http:', 'https:'])
  const proxy = proxyUrl === null ? {} : { proxyUrl }
  return {
    webhooks: { ...proxy, alsoHosts: hosts.map((host) => host.trim()).filter(Boolean) },
    push: { ...proxy, alsoHosts: [] },
  }
}

function readMail(read: Reader): MailSettings {
  const url = read.url('MAIL_URL', ['smtp:', 'smtps:'])
  if (url !== null) return { driver: 'smtp', url, from: read.needed('MAIL_FROM', 'MAIL_URL') }
  return { driver: 'outbox' }
}

function readInboundMail(read: Reader, faults: string[]): InboundMail | null {
  const domain = read.maybe('INBOUND_DOMAIN')
  if (domain === null) return null
  const secret = read.needed('INBOUND_SECRET', 'INBOUND_DOMAIN')
  if (!/^[\w-]+(\.[\w-]+)+$/.test(domain)) faults.push('INBOUND_DOMAIN must be a domain, e.g. in.example.com')
  const fault = secret === '' ? null : secretFault(secret)
  if (fault) faults.push(`INBOUND_SECRET ${fault}`)
  return { domain, secret, authHost: read.maybe('INBOUND_AUTH_HOST') }
}

/** Answers to our mails reach somebody: without another address theirs is named. */
function readSupport(read: Reader, mail: MailSettings): SupportContact | null {
  const sender = mail.driver === 'smtp' ? (/<([^<>]+)>\s*$/.exec(mail.from)?.[1] ?? mail.from) : null
  const email = read.maybe('SUPPORT_EMAIL') ?? sender
  const phone = read.maybe('SUPPORT_PHONE')
  return email === null && phone === null ? null : { email, phone, hours: read.maybe('SUPPORT_HOURS') }
}

function readSms(read: Reader): SmsSettings {
  const url = read.url('SMS_URL', ['https:', 'http:'])
  if (url === null) return { driver: 'outbox' }
  const [token, from] = [read.needed('SMS_TOKEN', 'SMS_URL'), read.needed('SMS_FROM', 'SMS_URL')]
  return { driver: 'http', url, token, from }
}

const COST = { least: 1, most: 10_000_000 }

function readCaptcha(read: Reader): CaptchaSettings {
  const driver = read.oneOf('CAPTCHA_DRIVER', ['altcha', 'recaptcha', 'none'], 'altcha')
  if (driver === 'none') return { driver }
  if (driver === 'altcha') {
    const cost = read.number('ALTCHA_COST', COST)
    return cost === null ? { driver } : { driver, cost }
  }
  const by = 'CAPTCHA_DRIVER=recaptcha'
  const minScore = read.number('RECAPTCHA_MIN_SCORE', { least: 0, most: 1 })
  return {
    driver,
    siteKey: read.needed('RECAPTCHA_SITE_KEY', by),
    secretKey: read.needed('RECAPTCHA_SECRET_KEY', by),
    ...(minScore === null ? {} : { minScore }),
  }
}

function readIdentity(read: Reader): IdentitySettings {
  const driver = read.oneOf('IDENTITY_DRIVER', ['none', 'plaid'], 'none')
  if (driver === 'none') return { driver }
  const by = 'IDENTITY_DRIVER=plaid'
  return {
    driver,
    clientId: read.needed('PLAID_CLIENT_ID', by),
    secret: read.needed('PLAID_SECRET', by),
    templateId: read.needed('PLAID_TEMPLATE_ID', by),
    environment: read.oneOf('PLAID_ENV', ['sandbox', 'production'], 'production'),
  }
}

function readBilling(read: Reader): BillingSettings {
  const driver = read.oneOf('BILLING_DRIVER', ['none', 'recurly'], 'none')
  if (driver === 'none') return { driver }
  const by = 'BILLING_DRIVER=recurly'
  return {
    driver,
    apiKey: read.needed('RECURLY_API_KEY', by),
    publicKey: read.needed('RECURLY_PUBLIC_KEY', by),
    webhookKey: read.needed('RECURLY_WEBHOOK_KEY', by),
    region: read.oneOf('RECURLY_REGION', ['us', 'eu'], 'us'),
  }
}

function readPlaces(read: Reader): PlacesSettings {
  const driver = read.oneOf('PLACES_DRIVER', ['gazetteer', 'google', 'maptiler'], 'gazetteer')
  return driver === 'gazetteer'
    ? { driver }
    : { driver, key: read.needed('PLACES_KEY', `PLACES_DRIVER=${driver}`) }
}

function readMarket(read: Reader): MarketSettings {
  const url = read.url('MARKET_URL', ['https:', 'http:'])
  return url === null
    ? { driver: 'none' }
    : { driver: 'http', url, token: read.needed('MARKET_TOKEN', 'MARKET_URL') }
}

const HTTPS = ['https:']

function readScripts(read: Reader, identity: IdentitySettings, provider: BillingSettings): ScriptSettings {
  const supportChat = read.url('SUPPORT_CHAT_URL', HTTPS)
  const billing =
    read.url('BILLING_URL', HTTPS) ?? (provider.driver === 'recurly' ? RECURLY_SCRIPT_URL : null)
  const billingKey =
    read.maybe('BILLING_PUBLIC_KEY') ?? (provider.driver === 'recurly' ? provider.publicKey : null)
  const tagManager = read.url('TAG_MANAGER_URL', HTTPS)
  const ownIdentity = read.url('IDENTITY_SCRIPT_URL', HTTPS)
  const identityScript = ownIdentity ?? (identity.driver === 'plaid' ? PLAID_SCRIPT_URL : null)
  return {
    ...(supportChat ? { supportChat: { src: supportChat, appId: read.maybe('SUPPORT_CHAT_APP_ID') } } : {}),
    ...(billing ? { billing: { src: billing, publicKey: billingKey } } : {}),
    ...(identityScript ? { identity: { src: identityScript } } : {}),
    ...(tagManager ? { tagManager: { src: tagManager, containerId: read.maybe('TAG_MANAGER_ID') } } : {}),
  }
}

/** What somebody should know who starts a server with these settings. */
export function warningsOf(
  { mail, sms, captcha, social, virusScan }: PartsSettings,
  hasAddress: boolean,
): string[] {
  const needsAddress = mail.driver !== 'outbox' || social.length > 0
  return [
    ...(mail.driver === 'outbox'
      ? [
          'MAIL_URL is not set: mails are kept in the table outbox and reach nobody. Nobody can confirm an email or reset a password.',
        ]
      : []),
    ...(sms.driver === 'outbox'
      ? [
          'SMS_URL is not set: text messages are kept in the table outbox and reach nobody. Nobody can confirm a phone.',
        ]
      : []),
    ...(needsAddress && !hasAddress
      ? ['PUBLIC_URL is not set: links in mails, and networks after a login, lead to this machine only.']
      : []),
    ...(virusScan?.driver === 'clamd'
      ? []
      : ['CLAMD_URL is not set: uploaded files are stored and served without a virus scan.']),
    ...(captcha.driver === 'none' ? ['CAPTCHA_DRIVER is none: programs can register and guess freely.'] : []),
  ]
}
