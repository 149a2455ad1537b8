/**
 * What is deleted of a closed company, in one transaction, and what stays without its people: offers, the messages that buyers got,
 * reviews of buyers, and the proofs of consent of buyers who have an account. The row of the company stays for them, with another name.
 */
import { sql, type Transaction } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { installationOf } from '#server/core/http/site.ts'
import { lockDeals } from '#server/deals/list/bump-revision.ts'
import { photoKeyOf } from '#server/deals/listing/image-files.ts'
import { queueDeliveries } from '#server/notifications/deliveries/queue.ts'
import type { Signer } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { deleteMember } from '#server/sellers/company-settings/leave-company.ts'
import { closedLetter } from '#server/sellers/company-settings/mails.ts'
import { colleagues } from '#server/sellers/company-settings/members.ts'
import { nameOfCompany } from './closing.ts'

export const CLOSED_COMPANY = 'Closed company'

type Trx = Transaction<Schema>
type Deps = Pick<RoomDeps, 'db' | 'site'>

export interface Erased {
  /** Sessions with open sockets. */
  members: { id: number; sessionIds: number[] }[]
  /** Queued for deletion. */
  fileKeys: string[]
}

/** Nothing happens to one that is closed by now, or stays open. */
export async function eraseCompany({ db, site }: Deps, accountId: number, nowMs: number): Promise<Erased> {
  const by = await installationOf(site)
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('accounts')
      .select(['id', 'title', 'logo_url'])
      .where('id', '=', accountId)
      .where('closes_at', '<=', new Date(nowMs))
      .where('closed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return { members: [], fileKeys: [] }
    await lockDeals(trx)
    const fileKeys = [...(await dropDeals(trx, accountId)), ...keysOf([row.logo_url])]
    await queueFileDeletions(trx, fileKeys)
    await dropContacts(trx, accountId)
    await dropWords(trx, accountId)
    await dropKeys(trx, accountId)
    const members = await dropMembers(trx, { accountId, company: nameOfCompany(row), by, nowMs })
    await trx
      .updateTable('accounts')
      .set({
        title: CLOSED_COMPANY,
        logo_url: null,
        about: null,
        postal_address: null,
        registration_state: null,
        ein: null,
        states: '[]',
        is_verified: false,
        accepts_first_contact: false,
        closed_at: new Date(nowMs),
      })
      .where('id', '=', accountId)
      .execute()
    await writeAudit(trx, {
      actor: { kind: 'system', id: null },
      action: 'account.closed',
      subject: { kind: 'account', id: accountId },
    })
    return { members, fileKeys }
  })
}

const keysOf = (urls: readonly (string | null)[]): string[] => urls.flatMap((url) => photoKeyOf(url) ?? [])

/** Deals stay as what offers and messages are about; the photos of those with offers stay too. Resolves with keys of files. By properties_account. */
async function dropDeals(trx: Trx, accountId: number): Promise<string[]> {
  const all = sql`select id from properties where account_id = ${accountId}`
  const bare = sql`select p.id from properties p where p.account_id = ${accountId}
    and not exists (select 1 from offers o where o.property_id = p.id and o.state <> 'draft')`
  const images = await sql<{ url: string; thumb_url: string | null }>`
    delete from property_images where property_id in (${bare}) returning url, thumb_url`.execute(trx)
  const documents = await sql<{ storage_key: string }>`
    delete from property_documents where property_id in (${all}) returning storage_key`.execute(trx)
  await sql`delete from property_videos where property_id in (${all})`.execute(trx)
  await sql`update open_houses set access_notes = null where property_id in (${all})`.execute(trx)
  await sql`update properties set thumb_url = null where id in (${bare})`.execute(trx)
  await sql`update properties set title = null, description = null, access = null, preview_hash = null, idempotency_key = null,
    idempotency_terms = null where account_id = ${accountId}`.execute(trx)
  await sql`delete from properties where account_id = ${accountId} and listing = 'draft'`.execute(trx)
  return [
    ...keysOf(images.rows.flatMap(({ url, thumb_url }) => [url, thumb_url])),
    ...documents.rows.map(({ storage_key: key }) => key),
  ]
}

/** Of buyers with an account the proof of consent stays, without who imported it. By account_buyers_latest. */
async function dropContacts(trx: Trx, accountId: number): Promise<void> {
  await sql`delete from account_buyers where account_id = ${accountId} and customer_id is null`.execute(trx)
  await sql`update account_buyers set email = null, name = null, phone = null, tags = '[]', unconfirmed = '{}',
      consents = (select coalesce(jsonb_object_agg(key, value || '{"by": null}'), '{}') from jsonb_each(consents))
    where account_id = ${accountId}`.execute(trx)
  await trx.deleteFrom('confirmation_requests').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('account_follows').where('account_id', '=', accountId).execute()
}

/** What the company wrote for itself or for the public. By campaigns_account and the indexes on account_id. */
async function dropWords(trx: Trx, accountId: number): Promise<void> {
  await sql`update campaigns set subject = null, body = null, audience = '{}', idempotency_key = null, idempotency_terms = null
    where account_id = ${accountId}`.execute(trx)
  await sql`update chats set put_away = null, snoozed_until = null where account_id = ${accountId}`.execute(
    trx,
  )
  await trx.deleteFrom('saved_replies').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('conversation_notes').where('account_id', '=', accountId).execute()
  await sql`delete from review_responses where review_id in (select id from reviews where account_id = ${accountId})`.execute(
    trx,
  )
  await sql`update inquiries set state = 'declined', decided_at = clock_timestamp()
    where account_id = ${accountId} and state = 'pending'`.execute(trx)
  await sql`update offer_moves set person_id = null, ip = null where by = 'seller'
    and offer_id in (select id from offers where account_id = ${accountId})`.execute(trx)
}

/** The rows stay: conversations on sites refer to them. */
async function dropKeys(trx: Trx, accountId: number): Promise<void> {
  const keys = sql`select id from server_keys where account_id = ${accountId}`
  await sql`update audit_log set before = null, after = null where subject_kind = 'server_key' and subject_id in (${keys})`.execute(
    trx,
  )
  await sql`delete from access_tokens where server_key_id in (${keys})`.execute(trx)
  await sql`update server_keys set revoked_at = coalesce(revoked_at, clock_timestamp()), name = 'Key', secret_sealed = null,
      former_hash = null, former_sealed = null, former_until = null, origins = '[]', guests = '{}', launcher = '{}', jwks = 'null'
    where account_id = ${accountId}`.execute(trx)
}

/** The last mail is queued here, because nobody knows their addresses afterwards. */
async function dropMembers(
  trx: Trx,
  { accountId, company, by, nowMs }: { accountId: number; company: string; by: Signer; nowMs: number },
): Promise<Erased['members']> {
  const all = await colleagues(trx, accountId)
  const members: Erased['members'] = []
  const reached: string[] = []
  for (const member of all) {
    await sql`update content_reports set details = null where reporter_kind = 'member' and reporter_id = ${member.id}`.execute(
      trx,
    )
    const { phone, sessionIds } = await deleteMember(trx, { accountId, memberId: member.id }, member)
    members.push({ id: member.id, sessionIds })
    reached.push(member.email, ...(phone === null ? [] : [phone]))
  }
  await trx.deleteFrom('seller_applications').where('account_id', '=', accountId).execute()
  if (reached.length === 0) return members
  // The embedded providers keep what they "sent".
  await trx.deleteFrom('outbox').where('recipient', 'in', reached).execute()
  await trx.deleteFrom('deliveries').where('recipient', 'in', reached).execute()
  for (const owner of all.filter(({ role, is_invited }) => role === 'administrator' && !is_invited))
    await queueDeliveries(trx, [
      {
        key: `closed ${accountId} ${owner.id}`,
        channel: 'email',
        content: { written: closedLetter(owner, company, by) },
        customerId: null,
        recipient: owner.email,
        type: 'security',
        dueAtMs: nowMs,
      },
    ])
  return members
}
