/** The files that are stored as they came: which of them are to be scanned, and what happens to one that may not stay. */
import { sql } from 'kysely'
import { SYSTEM, writeAudit } from '#server/core/audit/audit.ts'
import { NOW } from '#server/core/database/now.ts'
import type { Database } from '#server/core/database/open.ts'
import { mayBeTried, workKind } from '#server/core/jobs/failed-work.ts'
import { writeNotification } from '#server/notifications/centre/notify.ts'
import { queueDeliveries } from '#server/notifications/deliveries/queue.ts'
import { queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { links } from '#shared/contract/pages.ts'

const TABLES = {
  proof_of_funds: 'proofs_of_funds',
  corporate_document: 'corporate_documents',
  property_document: 'property_documents',
  message_attachment: 'message_attachments',
} as const

export interface StoredFile {
  kind: keyof typeof TABLES
  id: number
  storage_key: string
  is_quarantined: boolean
}

/** A file that could not be scanned or read is tried again, and listed at the console after the last try. */
export const SCAN_FILES = workKind({ name: 'virus-rescan', label: 'File to scan for viruses' })

export const scanKey = ({ kind, id }: StoredFile): string => `${kind}:${id}`

/** Why a file may not stay: what was found in it, or that the scanner does not read so much. */
export type Finding = { virus: string } | 'too large'

/**
 * Those that were not scanned since they were stored, and newer ones than `since` that were scanned with other signatures; quarantined
 * ones first. Reads four tables of a few thousand rows once in a minute; no index serves it.
 */
export async function filesToScan(
  db: Database,
  { signatures, since, nowMs, most }: { signatures: string; since: Date; nowMs: number; most: number },
): Promise<StoredFile[]> {
  const due = sql`(scanned_with is null or (scanned_with <> ${signatures} and created_at > ${since}))`
  const { rows } = await sql<StoredFile>`
    select * from (
      select 'proof_of_funds' as kind, id, storage_key, is_quarantined from proofs_of_funds
        where deleted_at is null and ${due}
      union all select 'corporate_document', id, storage_key, is_quarantined from corporate_documents where ${due}
      union all select 'property_document', id, storage_key, is_quarantined from property_documents where ${due}
      -- Photos were drawn again.
      union all select 'message_attachment', id, storage_key, is_quarantined from message_attachments
        where kind = 'file' and ${due}
    ) as files
    where ${mayBeTried(SCAN_FILES, sql`files.kind || ':' || files.id`, nowMs)}
    order by is_quarantined desc, id
    limit ${most}`.execute(db)
  return rows
}

/** It leaves the quarantine. By primary key. */
export const markScanned = async (
  db: Database,
  { kind, id }: StoredFile,
  signatures: string,
): Promise<void> =>
  void (await db
    .updateTable(TABLES[kind])
    .set({ scanned_with: signatures, is_quarantined: false })
    .where('id', '=', id)
    .execute())

/** Takes the row away, tells its owner and writes it into the log. False when the row was gone before. The file itself may go afterwards. */
export const withdraw = (
  db: Database,
  file: StoredFile,
  { finding, nowMs }: { finding: Finding; nowMs: number },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const isGone = !(await REMOVE[file.kind](trx, file.id, { finding, nowMs }))
    if (isGone) return false
    await queueFileDeletions(trx, [file.storage_key])
    await writeAudit(trx, {
      actor: SYSTEM,
      action: `${file.kind}.${finding === 'too large' ? 'too_large_to_scan' : 'infected'}`,
      subject: { kind: file.kind, id: file.id },
      ...(finding === 'too large' ? {} : { after: finding }),
    })
    return true
  })

interface Withdrawn {
  finding: Finding
  nowMs: number
}

const REMOVE: Record<StoredFile['kind'], (trx: Database, id: number, of: Withdrawn) => Promise<boolean>> = {
  proof_of_funds: removeProof,
  corporate_document: removeCorporateDocument,
  property_document: removePropertyDocument,
  message_attachment: removeAttachment,
}

/** An offer that names it keeps its row, as after any deletion; it can be opened no more. */
async function removeProof(trx: Database, id: number, { finding }: Withdrawn): Promise<boolean> {
  const row = await trx
    .updateTable('proofs_of_funds')
    .set({ deleted_at: NOW, ref: `deleted ${id}` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['customer_id', 'file_name'])
    .executeTakeFirst()
  if (!row) return false
  await trx
    .updateTable('offers')
    .set({ proof_id: null })
    .where('proof_id', '=', id)
    .where('state', '=', 'draft')
    .execute()
  await writeNotification(trx, [
    {
      ...wordsOf(finding, row.file_name),
      key: `proof ${id} withdrawn`,
      customerId: row.customer_id,
      type: 'proof_of_funds',
      url: links.profile('documents'),
      label: 'Open your documents',
    },
  ])
  return true
}

async function removeCorporateDocument(
  trx: Database,
  id: number,
  { finding, nowMs }: Withdrawn,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('corporate_documents')
    .using('offers')
    .whereRef('offers.id', '=', 'corporate_documents.offer_id')
    .where('corporate_documents.id', '=', id)
    .returning(['offers.customer_id', 'offers.account_id', 'corporate_documents.offer_id'])
    .returning(['corporate_documents.file_name', 'corporate_documents.is_from_seller'])
    .executeTakeFirst()
  if (!row) return false
  const { offer_id: offer, file_name: name } = row
  if (row.is_from_seller)
    await mailSellers(trx, row.account_id, {
      key: `corporate document ${id}`,
      name,
      where: `It was with offer ${offer}.`,
      finding,
      nowMs,
    })
  else
    await writeNotification(trx, [
      {
        ...wordsOf(finding, name),
        key: `corporate document ${id} withdrawn`,
        customerId: row.customer_id,
        type: 'offer',
        url: links.offer(offer),
        label: 'View the offer',
      },
    ])
  return true
}

async function removePropertyDocument(
  trx: Database,
  id: number,
  { finding, nowMs }: Withdrawn,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('property_documents')
    .using('properties')
    .whereRef('properties.id', '=', 'property_documents.property_id')
    .where('property_documents.id', '=', id)
    .returning(['properties.account_id', 'property_documents.property_id', 'property_documents.title'])
    .executeTakeFirst()
  if (!row) return false
  await mailSellers(trx, row.account_id, {
    key: `property document ${id}`,
    name: row.title,
    where: `It was in deal ${row.property_id}.`,
    finding,
    nowMs,
  })
  return true
}

/** The message stays; one that has nothing else says why it is empty. */
async function removeAttachment(trx: Database, id: number, { finding, nowMs }: Withdrawn): Promise<boolean> {
  const row = await trx
    .deleteFrom('message_attachments')
    .where('id', '=', id)
    .returning(['customer_id', 'account_id', 'type', 'file_name', 'message_id'])
    .executeTakeFirst()
  if (!row) return false
  const { customer_id: customerId, account_id: accountId, file_name: name } = row
  await trx
    .updateTable('messages')
    .set({ body: 'This file was removed.' })
    .where('id', '=', row.message_id)
    .where('body', 'is', null)
    .where('property_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('message_attachments')
            .select('message_attachments.id')
            .whereRef('message_attachments.message_id', '=', 'messages.id'),
        ),
      ),
    )
    .execute()
  if (row.type === 'outbound')
    await mailSellers(trx, accountId, {
      key: `message attachment ${id}`,
      name,
      where: 'It was in a message.',
      finding,
      nowMs,
    })
  else
    await writeNotification(trx, [
      {
        ...wordsOf(finding, name),
        key: `message attachment ${id} withdrawn`,
        customerId,
        // News of messages are not in the bell unless somebody wants them there.
        type: 'security',
        url: links.conversation(accountId),
        label: 'Open the conversation',
      },
    ])
  return true
}

interface SellersFile extends Withdrawn {
  key: string
  name: string
  /** A sentence. */
  where: string
}

/** Sellers hear of it by mail: the bell is for buyers. By account_members_account. */
async function mailSellers(
  trx: Database,
  accountId: number,
  { key, name: file, where, finding, nowMs }: SellersFile,
): Promise<void> {
  const members = await trx
    .selectFrom('account_members')
    .select(['email', 'name'])
    .where('account_id', '=', accountId)
    .execute()
  const { title: subject, body } = wordsOf(finding, file)
  await queueDeliveries(
    trx,
    members.map(({ email, name }) => ({
      channel: 'email',
      type: 'security',
      customerId: null,
      recipient: email,
      dueAtMs: nowMs,
      key: `${key} withdrawn ${email}`,
      content: {
        greeting: `Hello ${name},`,
        subject,
        paragraphs: [`${body} ${where}`],
      },
    })),
  )
}

const wordsOf = (finding: Finding, name: string): { title: string; body: string } =>
  finding === 'too large'
    ? {
        title: 'Your file was removed: it could not be checked',
        body: `${name} is too large to be checked for viruses. Upload a smaller one, or a copy with fewer pages.`,
      }
    : {
        title: 'Your file was removed: it has a virus',
        body: `The virus scanner found a virus in ${name}, so nobody can open it anymore. Check your device and upload another copy.`,
      }
