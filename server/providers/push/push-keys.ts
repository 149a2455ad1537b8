/** The pair of keys by which push services know this installation (VAPID, RFC 8292): made once, kept in the database, for all nodes. */
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose'
import type { Database } from '#server/core/database/open.ts'

export interface PushKeys {
  /** The uncompressed point, base64url. */
  publicKey: string
  privateKey: CryptoKey
}

const ALGORITHM = 'ES256'

export async function pushKeys(db: Database): Promise<PushKeys> {
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
