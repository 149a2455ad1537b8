/** The videos and documents of a deal, as its seller adds, changes and takes them away. */

import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid, notFound } from '#server/core/http/refusal.ts'
import { deleteFiles, type FilesDeps, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { DEAL_DOCUMENTS_MAX } from '#shared/contract/limits.ts'
import { type ChangeDeps, changeDeal } from './own-deal.ts'

interface Of {
  who: AccountPrincipal
  id: number
}

export interface DocumentFields {
  title: string
  kind: string
  gate: 'login' | 'id_verified' | 'address_granted' | null
}

export interface NewDocument extends DocumentFields {
  key: string
  contentType: string
  sizeBytes: number
  isQuarantined: boolean
  ref: string | null
}

/** False when it was there before: a repeat after an answer that was lost. Rejects with 422 when there are too many. */
export const addDocument = (deps: ChangeDeps, of: Of, given: NewDocument): Promise<boolean> =>
  changeDeal(deps, of, async (trx) => {
    // By property_documents_property.
    const before = await trx
      .selectFrom('property_documents')
      .select('ref')
      .where('property_id', '=', of.id)
      .execute()
    if (given.ref !== null && before.some(({ ref }) => ref === given.ref)) return false
    if (before.length >= DEAL_DOCUMENTS_MAX)
      throw invalid({
        document: [`A deal has ${DEAL_DOCUMENTS_MAX} documents at most. Remove one first.`],
      })
    const { title, kind, gate, ref } = given
    await trx
      .insertInto('property_documents')
      .values({
        property_id: of.id,
        title,
        kind,
        gate,
        ref,
        storage_key: given.key,
        content_type: given.contentType,
        size_bytes: given.sizeBytes,
        is_quarantined: given.isQuarantined,
      })
      .execute()
    return true
  })

/** By primary key. */
export const changeDocument = (
  deps: ChangeDeps,
  of: Of,
  { documentId, ...fields }: DocumentFields & { documentId: number },
): Promise<void> =>
  changeDeal(deps, of, async (trx) => {
    const changed = await trx
      .updateTable('property_documents')
      .set(fields)
      .where('id', '=', documentId)
      .where('property_id', '=', of.id)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw notFound()
  })

/** By primary key; the file goes after the row, so that no row is ever without its file. */
export async function removeDocument(
  deps: ChangeDeps & FilesDeps,
  of: Of,
  documentId: number,
): Promise<void> {
  const key = await changeDeal(deps, of, async (trx) => {
    const gone = await trx
      .deleteFrom('property_documents')
      .where('id', '=', documentId)
      .where('property_id', '=', of.id)
      .returning('storage_key')
      .executeTakeFirst()
    if (!gone) throw notFound()
    await queueFileDeletions(trx, [gone.storage_key])
    return gone.storage_key
  })
  await deleteFiles(deps, [key])
}

export const addVideo = (
  deps: ChangeDeps,
  of: Of,
  video: { url: string; caption: string | null },
): Promise<void> =>
  changeDeal(deps, of, async (trx) => {
    await trx
      .insertInto('property_videos')
      .values({ property_id: of.id, ...video })
      .execute()
  })

/** By primary key. */
export const removeVideo = (deps: ChangeDeps, of: Of, videoId: number): Promise<void> =>
  changeDeal(deps, of, async (trx) => {
    const gone = await trx
      .deleteFrom('property_videos')
      .where('id', '=', videoId)
      .where('property_id', '=', of.id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw notFound()
  })
