/** Hands notices to the push services of the browsers' makers. */
import { SignJWT } from 'jose'
import { createGuardedClient, type EgressSettings } from '#server/core/egress/guarded-client.ts'
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import { encryptNotice } from './encrypt-notice.ts'
import { type PushKeys, pushKeys } from './push-keys.ts'
import type { PushSender } from './push-sender.ts'

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
        ...{ url: device.endpoint, timeoutMs: PATIENCE_MS },
        headers: {
          ...{ authorization, ttl: String(ttlSeconds), urgency: 'normal' },
          ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' },
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
