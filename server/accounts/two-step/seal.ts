/** Encrypts what the database must not show, e.g. the secret of an authenticator app, with a key that only the server has. AES-256-GCM. */

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string) => createHmac('sha256', secret).update('authenticator secrets').digest()

/** Whose it is. */
export interface SealedFor {
  kind: 'customer' | 'member' | 'staff' | 'server_key'
  id: number
}

/** Bound to its person: moved to the row of somebody else, it does not open. */
const boundTo = ({ kind, id }: SealedFor) => Buffer.from(`${kind}:${id}`)

export function seal(secret: Secret, person: SealedFor, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(signingSecret(secret)), nonce).setAAD(boundTo(person))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()])
}

/** Null when it was sealed with another secret, for somebody else, or was changed. */
export function unseal(secret: Secret, person: SealedFor, sealed: Uint8Array): Buffer | null {
  for (const one of verifyingSecrets(secret)) {
    const plain = open(one, person, sealed)
    if (plain) return plain
  }
  return null
}

function open(secret: string, person: SealedFor, sealed: Uint8Array): Buffer | null {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(boundTo(person)).setAuthTag(bytes.subarray(-TAG_BYTES))
  const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([opened, decipher.final()])
  } catch {
    return null
  }
}
