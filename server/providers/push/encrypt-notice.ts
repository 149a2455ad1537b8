/** Encrypts a notice for one device, so that the push service between cannot read it (RFC 8291, aes128gcm of RFC 8188). */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushDevice } from './push-sender.ts'

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
/** Ends the last record. */
const END = Buffer.from([2])

/** The body of the request. Throws for keys that no browser gives. */
export function encryptNotice(payload: string, device: Pick<PushDevice, 'p256dh' | 'auth'>): Buffer {
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
