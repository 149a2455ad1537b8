/** A passkey in software: signs as a device would, with what a test wants to be wrong. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion } from '#shared/contract/second-step.ts'
import type { PasskeyAttestation } from '#shared/contract/two-step.ts'

interface Asked {
  challenge: string
  origin: string
  /** False: the person did not show a finger or a PIN. */
  isVerified?: boolean
}

export interface SoftPasskey {
  id: string
  create(asked: Asked): PasskeyAttestation
  get(asked: Asked & { counter: number }): PasskeyAssertion
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

export function softPasskey(): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = text(credentialId)

  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = ({ origin, isVerified = true }: Asked, flags: number, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const set = PRESENT | (isVerified ? VERIFIED : 0) | flags
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([set]), count])
  }
  const shared = { id, rawId: id, type: 'public-key' } as const

  return {
    id,
    create(asked) {
      const length = Buffer.from([0, credentialId.length])
      const key = coseKey(publicKey.export({ format: 'jwk' }))
      const data = Buffer.concat([authData(asked, HAS_KEY, 0), Buffer.alloc(16), length, credentialId, key])
      const response = {
        clientDataJSON: text(clientData('webauthn.create', asked)),
        attestationObject: text(attestationOf(data)),
      }
      return { ...shared, response }
    },
    get({ counter, ...asked }) {
      const client = clientData('webauthn.get', asked)
      const data = authData(asked, 0, counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...shared,
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      }
    },
  }
}

/** CBOR of { 1: 2, 3: -7, -1: 1, -2: x, -3: y }: an elliptic key on P-256. */
const coseKey = ({ x = '', y = '' }: JsonWebKey): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

/** CBOR of { fmt: 'none', attStmt: {}, authData }. */
const attestationOf = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0]),
    Buffer.from([0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
