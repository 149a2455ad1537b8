/**
 * Codes of six digits that are mailed or texted: sent at most so often, stored as a keyed hash, guessed at most so often, used
 * once. It does not know how a code travels: the caller hands in `send`.
 */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { fromNow, NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import { CODE_LIFETIME_MS, CODE_RESEND_MS, CODE_TRIES } from '#shared/contract/limits.ts'
import {
  byHandle,
  type CodeOwner,
  type CodePurpose,
  type CodeRow,
  countTry,
  insertRow,
  latest,
  lockSubject,
  requireShare,
} from './code-rows.ts'

export interface CodeDeps {
  db: Database
  /** Keys the hashes: six digits alone would be found by trying them all. */
  secret: Secret
  /** The database's clock. */
  nowMs: () => number
}

export interface CodeToSend extends CodeOwner {
  /** Asking again within this time sends nothing; `CODE_RESEND_MS` unless told. */
  resendMs?: number
  /** Hands the code over. When it rejects, another may be asked for at once. */
  send(code: string): Promise<void>
}

/**
 * Makes a code and sends it, unless one went out within the resend window. Throws 429 when the address or number had its share
 * of the hour, and 503 when the code could not be handed over.
 */
export async function sendCode(deps: CodeDeps, wanted: CodeToSend): Promise<{ handle: number }> {
  const subject = normal(wanted.subject)
  const issued = await deps.db.transaction().execute(async (trx) => {
    await lockSubject(trx, subject)
    const last = await latest(trx, { ...wanted, subject })
    if (last && isFresh(last, deps.nowMs(), wanted.resendMs)) return { row: last, code: null }
    await requireShare(trx, subject)
    const row = await insertRow(trx, { ...wanted, subject })
    return { row, code: await renew(trx, deps.secret, row) }
  })
  await deliverCode(deps, issued, wanted.send)
  return { handle: issued.row.handle }
}

/** Opens a row without a code: its handle stands for the customer until a code is asked for by `renewCode`. */
export async function openHandle(db: Database, wanted: CodeOwner): Promise<{ handle: number }> {
  return insertRow(db, { ...wanted, subject: normal(wanted.subject) })
}

/** A code that is not handed over yet. `code` is null when one went out a moment ago. */
export interface IssuedCode {
  row: CodeRow
  code: string | null
}

/**
 * Makes a (new) code for a handle, to be handed over by `deliverCode`. Null when the handle is unknown, used or expired. The limits
 * are those of `sendCode`.
 */
export async function renewCode(
  deps: CodeDeps,
  { purpose, handle }: { purpose: CodePurpose; handle: number },
): Promise<IssuedCode | null> {
  const row = await byHandle(deps.db, purpose, handle)
  if (!row || row.used_at || row.expires_at.getTime() <= deps.nowMs()) return null
  return deps.db.transaction().execute(async (trx) => {
    await lockSubject(trx, row.subject)
    // Another call may have sent one since the row was read.
    const now = (await byHandle(trx, purpose, handle)) ?? row
    if (isFresh(now, deps.nowMs())) return { row: now, code: null }
    await requireShare(trx, row.subject)
    return { row: now, code: await renew(trx, deps.secret, now) }
  })
}

/** Hands a code over, unless it is nobody's. When `send` rejects, another may be asked for at once, and this throws 503. */
export async function deliverCode(
  { db }: Pick<CodeDeps, 'db'>,
  { row, code }: IssuedCode,
  send: (code: string) => Promise<void>,
): Promise<void> {
  if (code === null || row.customer_id === null) return
  try {
    await send(code)
  } catch (error) {
    await db.updateTable('verification_codes').set({ sent_at: null }).where('id', '=', row.id).execute()
    throw unsent(error)
  }
}

export type CodeToCheck = { purpose: CodePurpose; code: string } & (
  | { handle: number }
  | { customerId: number; subject: string }
)

/** The row whose code this is, now used up. Throws 422 on `code` saying what is wrong: not right, expired, used, tried too often. */
export async function checkCode(deps: CodeDeps, given: CodeToCheck): Promise<CodeRow> {
  const { db, secret } = deps
  const found =
    'handle' in given
      ? await byHandle(db, given.purpose, given.handle)
      : await latest(db, { ...given, subject: normal(given.subject) })
  if (!found) throw wrong(EXPIRED)
  const row = await countTry(db, found.id)
  if (!row) throw wrong(reasonOf(found))
  if (!fits(row, given.code, secret)) throw wrong(notRight(CODE_TRIES - row.tries))
  const used = await db
    .updateTable('verification_codes')
    .set({ used_at: NOW })
    .where('id', '=', row.id)
    .where('used_at', 'is', null)
    // A newer code may have been sent meanwhile.
    .where('code_hash', '=', row.code_hash)
    .returningAll()
    .executeTakeFirst()
  if (!used) throw wrong(USED)
  return used
}

const EXPIRED = 'This code has expired. Ask for a new one.'
const USED = 'This code has been used. Ask for a new one.'
const USED_UP = 'Too many wrong tries. Ask for a new code.'
const DIGITS = 6

const wrong = (text: string) => invalid({ code: [text] })
export const codeExpired = () => wrong(EXPIRED)

/** What a code that could not be handed over is refused with. */
export const unsent = (cause: unknown): Refusal =>
  Object.assign(
    new Refusal(503, { message: 'The code could not be sent. Try again in a moment.', code: 'not_sent' }),
    { cause },
  )

const notRight = (left: number) =>
  left > 0 ? `That code is not right. ${left} ${left === 1 ? 'try' : 'tries'} left.` : USED_UP

function reasonOf(row: CodeRow): string {
  if (row.used_at) return USED
  return row.tries >= CODE_TRIES ? USED_UP : EXPIRED
}

/** E-mail addresses are the same whatever their case; numbers have none. */
const normal = (subject: string) => subject.trim().toLowerCase()

const hashOf = (secret: string, handle: number, code: string): Buffer =>
  createHmac('sha256', secret).update(`code:${handle}:${code}`).digest()

function fits({ code_hash, handle }: CodeRow, code: string, secret: Secret): boolean {
  return (
    code_hash !== null &&
    verifyingSecrets(secret).some((one) => timingSafeEqual(hashOf(one, handle, code), code_hash))
  )
}

const isFresh = (row: CodeRow, nowMs: number, resendMs = CODE_RESEND_MS): boolean =>
  row.used_at === null && row.sent_at !== null && nowMs - row.sent_at.getTime() < resendMs

/** Gives the row a new code; the one before stops to fit. A row of nobody gets none, and looks the same from outside. */
async function renew(trx: Database, secret: Secret, row: CodeRow): Promise<string> {
  const code = String(randomInt(0, 10 ** DIGITS)).padStart(DIGITS, '0')
  await trx
    .updateTable('verification_codes')
    .set({
      code_hash: row.customer_id === null ? null : hashOf(signingSecret(secret), row.handle, code),
      tries: 0,
      sends: row.sends + 1,
      sent_at: NOW,
      expires_at: fromNow(CODE_LIFETIME_MS),
    })
    .where('id', '=', row.id)
    .execute()
  return code
}
