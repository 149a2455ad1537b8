/** Sellers' people and staff with an authenticator app or a passkey, and the steps of their login, for tests. */
import { sql } from 'kysely'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import { issue } from '#server/accounts/login/tokens.ts'
import { codeAt, timeStep } from '#server/accounts/two-step/apps.ts'
import { openChallenge } from '#server/accounts/two-step/challenges.ts'
import { type SoftPasskey, softPasskey } from './passkey.ts'
import { type Answer, PASSWORD, type TestServer } from './server.ts'

export const ORIGIN = 'https://plat.example'
const HOUR_MS = 3_600_000

export type Kind = 'member' | 'staff'

export interface Someone {
  kind: Kind
  id: number
  email: string
  /** Of a seller's person. */
  accountId: number | null
  /** Where the paths of their app begin. */
  base: string
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
let last = 0

/** A person without a second factor. */
export async function addSomeone(server: TestServer, kind: Kind): Promise<Someone> {
  if (kind === 'member') {
    const { id: accountId, memberId: id, email } = await server.addAccount()
    return { kind, id, email, accountId, base: '/account/api' }
  }
  last += 1
  const email = `staff${last}@plat.example`
  const { id } = await server.database.db
    .insertInto('staff')
    .values({ name: `Staff ${last}`, email, password_hash: await hashPassword(PASSWORD) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { kind, id, email, accountId: null, base: '/admin/api' }
}

/** A bearer from a login by password that has just happened, or one in two steps. */
export async function bearerFor(
  server: TestServer,
  { kind, id }: Someone,
  factor: 'password' | 'two-step' = 'password',
): Promise<string> {
  const purpose = kind === 'member' ? 'desk' : 'console'
  const wanted = { kind, purpose, principalId: id, factor, lifetimeMs: HOUR_MS } as const
  return (await issue(server.database.db, wanted)).token
}

export const logIn = (server: TestServer, { base, email }: Someone): Promise<Answer> =>
  server.call('POST', `${base}/auth/login`, { body: { email, password: PASSWORD } })

/** The challenge of a login after the password, without the time of hashing. */
export const challengeFor = async ({ database }: TestServer, { kind, id }: Someone): Promise<string> =>
  (await openChallenge(database.db, 'login', { kind, id })).token

export const answerStep = (server: TestServer, { base }: Someone, body: object): Promise<Answer> =>
  server.call('POST', `${base}/auth/second-step`, { body })

export interface App {
  id: number
  /** The code the app shows now. */
  code(): string
  recoveryCodes: string[]
}

/** Sets up an authenticator app like a person. */
export async function addApp(server: TestServer, { base }: Someone, token: string): Promise<App> {
  const { body: offered } = await server.call('POST', `${base}/security/apps`, { token })
  const { id, secret } = offered.data
  const bytes = fromBase32(secret)
  const code = () => codeAt(bytes, timeStep(Date.now()))
  const { body } = await server.call('PUT', `${base}/security/apps/${id}`, {
    token,
    body: { code: code(), name: 'Phone' },
  })
  return { id, code, recoveryCodes: body.data.recovery_codes ?? [] }
}

/** Adds a passkey like a browser. */
export async function addPasskey(
  server: TestServer,
  { base }: Someone,
  token: string,
): Promise<SoftPasskey & { recoveryCodes: string[] }> {
  const passkey = softPasskey()
  const { body: started } = await server.call('POST', `${base}/security/passkeys/start`, { token })
  const { challenge } = started.data
  const { status, body } = await server.call('POST', `${base}/security/passkeys`, {
    token,
    body: { challenge, name: 'Laptop', passkey: passkey.create({ challenge, origin: ORIGIN }) },
  })
  if (status !== 201) throw new Error(`The passkey was not added: ${JSON.stringify(body)}`)
  return { ...passkey, recoveryCodes: body.data.recovery_codes ?? [] }
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** As if this much time had passed for logins and challenges, by the database's clock. */
export async function age({ database: { db } }: TestServer, ms: number): Promise<void> {
  const before = (column: string) => sql<Date>`${sql.ref(column)} - ${ms} * interval '1 millisecond'`
  await db
    .updateTable('access_tokens')
    .set({ confirmed_at: before('confirmed_at') })
    .execute()
  await db
    .updateTable('login_challenges')
    .set({ created_at: before('created_at'), expires_at: before('expires_at') })
    .execute()
}
