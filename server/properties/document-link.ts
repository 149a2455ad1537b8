/** The signed address of a document: which one, for whom, until when. It opens nothing by itself: the download asks again who calls. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Principal } from '#server/http/principal.ts'
import { DOCUMENT_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'

export const DOCUMENT_ROUTE = '/customer/api/property-documents/:document/:file'

export interface Linked {
  documentId: number
  who: Principal | null
}

/** The name in it is for the browser's tab and says nothing that the list does not. */
export function documentPath(
  secret: string,
  { documentId, who, fileName }: Linked & { fileName: string },
  nowMs: number,
): string {
  const until = nowMs + DOCUMENT_LINK_LIFETIME_MS
  const signature = sign(secret, { documentId, who }, until).toString('base64url')
  return `/customer/api/property-documents/${documentId}/${encodeURIComponent(fileName)}?until=${until}&signature=${signature}`
}

/** `foreign`: was made for somebody else, or not by us. */
export function readDocumentLink(
  secret: string,
  { documentId, who, until, signature }: Linked & { until: string; signature: string },
  nowMs: number,
): 'good' | 'expired' | 'foreign' {
  if (!/^\d{1,15}$/.test(until)) return 'foreign'
  const expected = sign(secret, { documentId, who }, Number(until))
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'foreign'
  return Number(until) < nowMs ? 'expired' : 'good'
}

/** With a key of its own, so that no other signature of this house fits here. */
const sign = (secret: string, { documentId, who }: Linked, until: number): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('document link').digest())
    .update(`${documentId}.${holderOf(who)}.${until}`)
    .digest()

const holderOf = (who: Principal | null): string => {
  if (!who) return 'anybody'
  return who.kind === 'customer' ? `customer ${who.id}` : `account ${who.accountId}`
}
