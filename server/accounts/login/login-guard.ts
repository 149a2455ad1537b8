/**
 * Checks passwords at a login, for all three kinds of people: equally slow for unknown people, one message for every failure, with limits and
 * a captcha after failures. Attempts are counted in the database, for all nodes and across restarts: those of one person from one network,
 * those of one person from everywhere, and people for whom one network failed. The last stops a list of accounts with one try each.
 */

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { ServerLimits } from '#server/core/config/limits.ts'
import type { Database } from '#server/core/database/open.ts'
import { widerNetworkOf } from '#server/core/http/network.ts'
import { invalid, tooMany } from '#server/core/http/refusal.ts'
import { type Secret, signingSecret } from '#server/core/secret.ts'
import type { Captcha } from '#server/providers/captcha/captcha.ts'
import {
  LOGIN_FAILURES_BEFORE_CAPTCHA,
  LOGIN_FAILURES_OF_PERSON,
  LOGIN_PEOPLE_OF_NETWORK,
} from '#shared/contract/login-limits.ts'
import { isPassword } from './passwords.ts'
import type { PersonKind } from './sessions.ts'

interface GuardDeps {
  db: Database
  secret: Secret
  limits: Pick<ServerLimits, 'loginFailures' | 'loginWindowMs'>
  parts: { captcha: Captcha }
}

export interface LoginAttempt {
  kind: PersonKind
  email: string
  password: string
  ip: string
  /** The solved captcha, if one was required. */
  captcha: string | undefined
}

/** What an attempt counts for. */
interface Key {
  person: Buffer
  network: string
}

/**
 * Resolves with what `find` found if the password is correct. Throws 422, also for a missing captcha, or 429 after too many failures. An
 * attempt counts before it is checked, so that parallel guesses count too.
 */
export async function checkLogin<Row extends { password_hash: string | null }>(
  deps: GuardDeps,
  attempt: LoginAttempt,
  find: (email: string) => Promise<Row | undefined>,
): Promise<Row> {
  const { kind, email, password, ip, captcha } = attempt
  const key = { person: personHash(deps.secret, kind, email), network: widerNetworkOf(ip) }
  const hasTaken = kind !== 'customer' && (await take(deps, key, { isSolved: false }))
  if (!hasTaken) {
    await deps.parts.captcha.require(captcha, ip)
    await take(deps, key, { isSolved: true })
  }
  const row = await find(email)
  const fits = await isPassword(password, row?.password_hash ?? null)
  if (!row || !fits) throw invalid({ email: ['Email or password is incorrect.'] })
  await forget(deps.db, key)
  return row
}

/** Lets a person who followed a mailed link try again at once, wherever the failures came from. */
export const forgetFailures = async (
  { db, secret }: Pick<GuardDeps, 'db' | 'secret'>,
  { kind, email }: { kind: PersonKind; email: string },
): Promise<void> => {
  await db
    .deleteFrom('login_attempts')
    .where('person_hash', '=', personHash(secret, kind, email))
    .execute()
}

/** Keyed, because people sometimes type a password into the e-mail field. */
const personHash = (secret: Secret, kind: PersonKind, email: string): Buffer =>
  createHmac('sha256', signingSecret(secret))
    .update(`login of ${kind} ${email.trim().toLowerCase()}`)
    .digest()

/**
 * Counts the attempt, or throws 429. Serialized for each network and each person, so that parallel attempts see each other. False, and
 * not counted, when a captcha is to be solved first: nothing waits for that with the locks.
 */
const take = (deps: GuardDeps, key: Key, { isSolved }: { isSolved: boolean }): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    for (const of of [`login from ${key.network}`, `login of ${key.person.toString('hex')}`])
      await sql`select pg_advisory_xact_lock(hashtextextended(${of}, 0))`.execute(trx)
    const found = await tally({ ...deps, db: trx }, key)
    refuseTooMany(deps, found)
    if (!isSolved && needsCaptcha(found)) return false
    await trx.insertInto('login_attempts').values({ person_hash: key.person, network: key.network }).execute()
    return true
  })

/** Only the attempts from here: those from elsewhere still count. By login_attempts_person. */
async function forget(db: Database, { person, network }: Key): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('person_hash', '=', person)
    .where('network', '=', network)
    .execute()
}

/** Failures within the window, and the time of the oldest of each kind. */
interface Tally {
  now: Date
  /** Of this person from this network. */
  here: number
  here_since: Date | null
  /** Of this person from everywhere. */
  everywhere: number
  everywhere_since: Date | null
  /** Other people this network failed for. */
  others: number
  others_since: Date | null
}

/** By login_attempts_person and login_attempts_network. */
async function tally({ db, limits }: Pick<GuardDeps, 'db' | 'limits'>, key: Key): Promise<Tally> {
  const isPerson = sql`filter (where person_hash = ${key.person})`
  const isHere = sql`filter (where person_hash = ${key.person} and network = ${key.network})`
  const isOther = sql`filter (where person_hash <> ${key.person})`
  const { rows } = await sql<Tally>`
    select now() as now,
      count(*) ${isHere}::int as here, min(created_at) ${isHere} as here_since,
      count(*) ${isPerson}::int as everywhere, min(created_at) ${isPerson} as everywhere_since,
      count(distinct person_hash) ${isOther}::int as others, min(created_at) ${isOther} as others_since
    from login_attempts
    where (person_hash = ${key.person} or network = ${key.network})
      and created_at > now() - ${limits.loginWindowMs} * interval '1 millisecond'`.execute(db)
  return rows[0] as Tally
}

const needsCaptcha = ({ everywhere, others }: Tally): boolean =>
  everywhere >= LOGIN_FAILURES_BEFORE_CAPTCHA || others >= LOGIN_FAILURES_BEFORE_CAPTCHA

function refuseTooMany({ limits }: Pick<GuardDeps, 'limits'>, of: Tally): void {
  const since =
    (of.here >= limits.loginFailures && of.here_since) ||
    (of.everywhere >= LOGIN_FAILURES_OF_PERSON && of.everywhere_since) ||
    (of.others >= LOGIN_PEOPLE_OF_NETWORK && of.others_since)
  if (since) throw tooMany(Math.ceil((since.getTime() + limits.loginWindowMs - of.now.getTime()) / 1000))
}
