/** A push service and a browser behind it: takes what is posted, checks whose it is and reads it as the browser would. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

export interface Taken {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export async function startPushService() {
  const taken: Taken[] = []
  const answers = new Map<string, number>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      taken.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(answers.get(path) ?? 201).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    taken,
    host,
    /** From now on this address answers so. */
    answer: (path: string, status: number) => void answers.set(path, status),
    close: () => new Promise((resolve) => void server.close(resolve)),
  }
}

/** A browser's half: its keys as a subscription has them, and reading what came. */
export function createDevice(endpoint: string) {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    read(body: Buffer): unknown {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
      const record = body.subarray(21 + theirs.length)
      const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, bytes))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const ikm = derive(ecdh.computeSecret(theirs), auth, info, 32)
      const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, -1).toString())
    },
  }
}

/** Throws unless the sender signed for this service with the key that browsers subscribe with. */
export async function signedFor(authorization: string, { origin, key }: { origin: string; key: string }) {
  const [, token = '', sent = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  if (sent !== key) throw new Error('Another key than the one that was subscribed with')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  return (await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: origin })).payload
}
