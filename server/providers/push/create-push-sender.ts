/** Hands notices to the push services of the browsers' makers. */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose'
import type { Database } from '#server/core/database/open.ts'
import { createGuardedClient, type EgressSettings } from '#server/core/egress/guarded-client.ts'
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { PushDevice, PushSender } from './push-sender.ts'

const PATIENCE_MS = 5000
const SIGNED_FOR_SECONDS = 12 * 60 * 60
/** Chrome and its kin, Firefox, Safari, Edge. A subscription is what a browser says: nothing else is ever called. */
const HOSTS =
  /^(fcm\.googleapis\.com|([\w-]+\.)*push\.services\.mozilla\.com|([\w-]+\.)*push\.apple\.com|([\w-]+\.)*notify\.windows\.com)$/
const GONE = new Set([404, 410])

/** `alsoHosts` are called besides the browser makers' services: for tests and closed networks. */
export function createPushSender(
  settings: EgressSettings,
  { db, site }: Pick<PartsDeps, 'db' | 'site'>,
): PushSender {
  const client = createGuardedClient(settings)
  let keys: Promise<PushKeys> | null = null
  const ownKeys = () => {
    keys ??= pushKeys(db).catch((error: unknown) => {
      keys = null
      throw error
    })
    return keys
  }
  const isKnown = (endpoint: string) => {
    const url = URL.parse(endpoint)
    if (!url) return false
    return (
      settings.alsoHosts.includes(url.host) ||
      (url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname))
    )
  }
  return {
    publicKey: async () => (await ownKeys()).publicKey,
    isKnown,
    async send(device, { payload, ttlSeconds }) {
      if (!isKnown(device.endpoint)) return false
      const authorization = await signed(await ownKeys(), { endpoint: device.endpoint, subject: site.origin })
      const status = await client.call({
        url: device.endpoint,
        timeoutMs: PATIENCE_MS,
        headers: {
          authorization,
          ttl: String(ttlSeconds),
          urgency: 'normal',
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
        },
        body: encryptNotice(payload, device),
      })
      if (GONE.has(status)) return false
      if (status < 200 || status > 299) throw new Error(`The push service answered ${status}`)
      return true
    },
  }
}

/** Says whose notice it is (RFC 8292). */
async function signed(
  { publicKey, privateKey }: PushKeys,
  { endpoint, subject }: { endpoint: string; subject: string },
): Promise<string> {
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(subject)
    .setExpirationTime(Math.floor(Date.now() / 1000) + SIGNED_FOR_SECONDS)
    .sign(privateKey)
  return `vapid t=${token}, k=${publicKey}`
}

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
/** Ends the last record. */
const END = Buffer.from([2])

/**
 * Encrypts a notice for one device, so that the push service between cannot read it (RFC 8291, aes128gcm of RFC 8188).
 * The body of the request. Throws for keys that no browser gives.
 */
function encryptNotice(payload: string, device: Pick<PushDevice, 'p256dh' | 'auth'>): Buffer {
  const theirs = Buffer.from(device.p256dh, 'base64url')
  const once = createECDH(CURVE)
  const ours = once.generateKeys()
  const salt = randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const ikm = derived(once.computeSecret(theirs), {
    salt: Buffer.from(device.auth, 'base64url'),
    info,
    bytes: 32,
  })
  const key = derived(ikm, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 })
  const nonce = derived(ikm, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(payload), END])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, record])
}

const derived = (
  secret: Buffer,
  { salt, info, bytes }: { salt: Buffer; info: Buffer; bytes: number },
): Buffer => Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

interface PushKeys {
  /** The uncompressed point, base64url. */
  publicKey: string
  privateKey: CryptoKey
}

const ALGORITHM = 'ES256'

/**
 * The pair of keys by which push services know this installation (VAPID, RFC 8292): made once, kept in the database, for
 * all nodes.
 */
async function pushKeys(db: Database): Promise<PushKeys> {
  const row = (await storedKeys(db)) ?? (await makeKeys(db))
  return { publicKey: row.public_key, privateKey: await importPKCS8(row.private_key, ALGORITHM) }
}

const storedKeys = (db: Database) =>
  db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()

/** Another node may be faster: then its keys are taken. */
async function makeKeys(db: Database) {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const { x = '', y = '' } = await exportJWK(pair.publicKey)
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  await db
    .insertInto('push_keys')
    .values({ public_key: point.toString('base64url'), private_key: await exportPKCS8(pair.privateKey) })
    .onConflict((clash) => clash.doNothing())
    .execute()
  return db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirstOrThrow()
}
