/** Signs what a webhook is sent: who knows the secret can tell that it is from here, and when it was sent. */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** `t=1795000000,v1=…`: HMAC-SHA256 of `{t}.{body}` in hexadecimal. A receiver refuses what is older than some minutes. */
export function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
