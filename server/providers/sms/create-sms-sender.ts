/** The text-message driver of the settings. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { PartsDeps } from '#server/providers/parts-deps.ts'
import type { SmsSender, SmsSettings } from './sms-sender.ts'

export function createSmsSender(settings: SmsSettings, deps: PartsDeps): SmsSender {
  return settings.driver === 'http' ? createHttpSms(settings) : createOutboxSms(deps)
}

/** Not repeated after it: a provider that was only slow would send the text twice. */
const PATIENCE_MS = 5000

/**
 * Hands text messages to a provider over HTTP: `{to, from, body}` as JSON with a bearer token; any 2xx is a yes. One
 * that may come twice carries the same `Idempotency-Key` both times.
 */
function createHttpSms({ url, token, from }: Extract<SmsSettings, { driver: 'http' }>): SmsSender {
  return {
    async send({ to, body, key }) {
      const status = await post(url, { token, key }, { to, from, body })
      if (status < 200 || status > 299) throw new Error(`The text-message service answered ${status}`)
    },
    isProvider: (authorization) => timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`)),
  }
}

/** Of one length, so that they can be compared in constant time. */
const digest = (text: string) => createHash('sha256').update(text).digest()

async function post(
  url: string,
  { token, key }: { token: string; key: string | undefined },
  message: Record<string, string>,
): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(key === undefined ? {} : { 'idempotency-key': digest(key).toString('hex') }),
      },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    // Read and dropped, so that the connection may be used again; it may repeat the number.
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    throw new Error(`The text-message service does not answer (${(error as Error).name})`)
  }
}

/** Keeps text messages in the outbox table and sends nothing. */
function createOutboxSms({ db }: Pick<PartsDeps, 'db'>): SmsSender {
  return {
    async send({ to, body, key }) {
      await db
        .insertInto('outbox')
        .values({ channel: 'sms', recipient: to, body_text: body, key: key ?? null })
        .onConflict((clash) => clash.column('key').doNothing())
        .execute()
    },
    isProvider: () => false,
  }
}
