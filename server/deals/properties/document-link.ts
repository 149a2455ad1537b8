/** The signed address of a document: which one, for whom, until when. It opens nothing by itself: the download asks again who calls. */

import type { Principal } from '#server/core/http/principal.ts'
import type { Secret } from '#server/core/secret.ts'
import { readLink, signLink } from '#server/providers/files/signed-link.ts'
import { DOCUMENT_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'

export const DOCUMENT_ROUTE = '/customer/api/property-documents/:document/:file'

export interface Linked {
  documentId: number
  who: Principal | null
}

/** The name in it is for the browser's tab and says nothing that the list does not. */
export function documentPath(
  secret: Secret,
  { documentId, who, fileName }: Linked & { fileName: string },
  nowMs: number,
): string {
  const { until, signature } = signLink(
    secret,
    subjectOf({ documentId, who }),
    nowMs + DOCUMENT_LINK_LIFETIME_MS,
  )
  return `/customer/api/property-documents/${documentId}/${encodeURIComponent(fileName)}?until=${until}&signature=${signature}`
}

/** `foreign`: was made for somebody else, or not by us. */
export const readDocumentLink = (
  secret: Secret,
  { documentId, who, until, signature }: Linked & { until: string; signature: string },
  nowMs: number,
): 'good' | 'expired' | 'foreign' =>
  readLink(secret, { subject: subjectOf({ documentId, who }), until, signature }, nowMs)

const subjectOf = ({ documentId, who }: Linked): string =>
  `deal document ${documentId} for ${readerName(who)}`

const readerName = (who: Principal | null): string => {
  if (!who) return 'anybody'
  return who.kind === 'customer' ? `customer ${who.id}` : `account ${who.accountId}`
}
