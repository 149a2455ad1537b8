/**
 * A company with double opt-in asks each contact that it imports to confirm: one email for an address and company, ever. Until then
 * what the company says waits in `unconfirmed`, and no blast goes there; after 30 days without an answer it is deleted.
 */

import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { createMails } from '#server/accounts/login/mails.ts'
import { hashOf } from '#server/accounts/profile/imported-contacts.ts'
import type { ConsentProofs } from '#server/core/database/campaign-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { workUntilDone } from '#server/core/jobs/work-through.ts'
import { confirmationToken, readConfirmationToken } from '#server/notifications/unsubscribe-token.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { CONFIRMATION_LIFETIME_MS } from '#shared/contract/limits.ts'
import { DELIVERY_TRIES } from '#shared/contract/notification-limits.ts'
import {
  answerConfirmation,
  CONSENT_CHANNELS,
  type ConfirmationWire,
  type ConsentChannel,
  showConfirmation,
} from '#shared/contract/subscriptions.ts'

const CONFIRMATION = workKind({
  name: 'contact-confirmations',
  label: 'Email to confirm an imported contact',
  tries: DELIVERY_TRIES,
})
const LOOK_MS = 10_000
const PORTION = 200
const GONE = 'This link no longer works. You will get nothing from this company through it.'

export function registerDoubleOptIn(app: FastifyInstance, deps: RoomDeps): void {
  const { db, secret } = deps
  startScheduledJob(
    app,
    { ...deps, db: deps.work },
    {
      name: 'contact-confirmations',
      everyMs: LOOK_MS,
      kinds: [CONFIRMATION],
      dueSince: (nowMs) => confirmationsDueSince(deps.work, nowMs),
      run: (nowMs) => askContacts(deps, nowMs),
    },
  )

  serve(app, showConfirmation, async ({ body }) => ({
    data: await confirmationOf(db, await idIn(body.token)),
  }))

  serve(app, answerConfirmation, async ({ body }) => {
    const id = await idIn(body.token)
    await db.transaction().execute(async (trx) => {
      const row = await contact(trx, id).forUpdate('b').executeTakeFirst()
      if (!row) throw invalid({ token: [GONE] })
      const proofs = confirmedOf(row, body.channels, deps.nowMs())
      const isDeclined = Object.keys(proofs).length === 0
      await trx
        .updateTable('account_buyers')
        .set({ consents: JSON.stringify(proofs), unconfirmed: '{}', has_consent: !isDeclined })
        .set(isDeclined ? { consent_at: null } : { consent_at: sql`coalesce(consent_at, clock_timestamp())` })
        .where('id', '=', id)
        .execute()
      await sql`insert into confirmation_requests (account_id, hash, accepts)
        values (${row.account_id}, ${hashOf(row.email ?? '')}, ${!isDeclined})
        on conflict (account_id, hash) do update set accepts = excluded.accepts`.execute(trx)
    })
    return { data: await confirmationOf(db, id) }
  })

  async function idIn(token: string): Promise<number> {
    const id = await readConfirmationToken(secret, token)
    if (id === null) throw invalid({ token: [GONE] })
    return id
  }
}

const contact = (db: Database, id: number) =>
  db
    .selectFrom('account_buyers as b')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select(['b.account_id', 'b.email', 'b.phone', 'b.consents', 'b.unconfirmed', 'a.title'])
    .where('b.id', '=', id)

/** Throws 422 on `token` once the contact is deleted. By the primary key. */
async function confirmationOf(db: Database, id: number): Promise<ConfirmationWire> {
  const row = await contact(db, id).executeTakeFirst()
  if (!row) throw invalid({ token: [GONE] })
  const said = ({ email, sms }: ConsentProofs) => ({
    email: email && { how: email.how, at: email.at },
    sms: sms && { how: sms.how, at: sms.at },
  })
  const confirmed = CONSENT_CHANNELS.filter((channel) => row.consents[channel] !== undefined)
  return { company: row.title, phone: row.phone, waiting: said(row.unconfirmed), confirmed }
}

/** The proofs of the channels that the contact wants, of what waits and of what was confirmed before. */
function confirmedOf(
  row: { consents: ConsentProofs; unconfirmed: ConsentProofs },
  channels: readonly ConsentChannel[],
  nowMs: number,
): ConsentProofs {
  const day = new Date(nowMs).toISOString().slice(0, '2026-03-01'.length)
  const proofs: ConsentProofs = {}
  for (const channel of channels) {
    const proof = row.consents[channel] ?? row.unconfirmed[channel]
    if (proof) proofs[channel] = { confirmed_at: day, ...proof }
  }
  return proofs
}

/** Of these, who declined the company, or did not answer in time. By the primary key. */
export async function declinedAmong(
  db: Database,
  { accountId, nowMs }: { accountId: number; nowMs: number },
  contacts: readonly { email: string }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    select hash from confirmation_requests r where account_id = ${accountId}
      and hash = any(${contacts.map(({ email }) => hashOf(email))}::text[])
      and (r.accepts = false or ${isUnanswered(nowMs)})`.execute(db)
  const found = new Set(rows.map(({ hash }) => hash))
  return new Set(contacts.flatMap(({ email }) => (found.has(hashOf(email)) ? [email] : [])))
}

const isUnanswered = (nowMs: number): RawBuilder<boolean> =>
  sql`r.accepts is null and r.asked_at < ${new Date(nowMs - CONFIRMATION_LIFETIME_MS).toISOString()}::timestamptz`

const isOfContact = (table: string) => sql`r.account_id = ${sql.ref(`${table}.account_id`)}
  and r.hash = encode(sha256(convert_to(${sql.ref(`${table}.email`)}, 'UTF8')), 'hex')`
const IS_OF_CONTACT = isOfContact('b')

/** Of a row of account_buyers under this name: its contact chose the channels, and is not asked about others. */
export const hasAnswered = (table: string): RawBuilder<boolean> =>
  sql`exists (select 1 from confirmation_requests r where ${isOfContact(table)} and r.accepts is not null)`

/** Of a contact that is taken off the list: the company may ask them again, unless they declined or never answered. */
export async function forgetConfirmed(
  db: Database,
  contact: { account_id: number; email: string },
): Promise<void> {
  await db
    .deleteFrom('confirmation_requests')
    .where('account_id', '=', contact.account_id)
    .where('hash', '=', hashOf(contact.email))
    .where('accepts', '=', true)
    .execute()
}

interface Item {
  id: number
  email: string
  title: string
  postal_address: string
  created_at: Date
}

/** Who have not been asked. By account_buyers_unconfirmed. */
async function toAsk(db: Database, nowMs: number, limit: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select b.id, b.email, a.title, a.postal_address, b.created_at
    from account_buyers b join accounts a on a.id = b.account_id
    where b.unconfirmed <> '{}' and a.postal_address is not null and a.suspended_at is null
      and not exists (select 1 from confirmation_requests r where ${IS_OF_CONTACT})
      and ${mayBeTried(CONFIRMATION, sql`b.id`, nowMs)}
    order by b.id limit ${limit}`.execute(db)
  return rows
}

/** What was not confirmed in time. */
const isOver = (nowMs: number): RawBuilder<boolean> =>
  sql`b.unconfirmed <> '{}' and ${IS_OF_CONTACT} and ${isUnanswered(nowMs)}`

async function confirmationsDueSince(db: Database, nowMs: number): Promise<number | null> {
  const [first] = await toAsk(db, nowMs, 1)
  if (first) return first.created_at.getTime()
  const { rows } = await sql`select 1 from account_buyers b, confirmation_requests r
    where ${isOver(nowMs)} limit 1`.execute(db)
  return rows.length > 0 ? nowMs : null
}

/** Emails those who have not been asked, and deletes what was not confirmed in time. */
async function askContacts(deps: RoomDeps, nowMs: number): Promise<void> {
  const { work: db, secret, watch } = deps
  const mails = createMails(deps)
  await sql`update account_buyers b set unconfirmed = '{}' from confirmation_requests r
    where ${isOver(nowMs)}`.execute(db)
  await workUntilDone({ db, watch }, CONFIRMATION, {
    nowMs: () => nowMs,
    keyOf: ({ id }: Item) => String(id),
    due: () => toAsk(db, nowMs, PORTION),
    async run([{ id, email, title, postal_address }]) {
      const token = await confirmationToken(secret, id)
      // The email first: after a crash between the two somebody gets it twice, and nobody waits for one that never comes.
      await mails.contactConfirmation(email, { token, company: title, postalAddress: postal_address })
      await sql`insert into confirmation_requests (account_id, hash)
        select account_id, ${hashOf(email)} from account_buyers where id = ${id} on conflict do nothing`.execute(
        db,
      )
      return 1
    },
  })
}
