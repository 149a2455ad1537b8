/** The documents of a deal as they are listed: what each is, what unlocks it, and a link for whom it is open. A quarantined one is its seller's to see. */

import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import type { Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'
import type { PropertyDocumentWire } from '#shared/contract/properties.ts'
import { redactStreet } from '#shared/rules/deals/redaction/redact-street.ts'
import { type Gate, isOpen, readerOf } from './document-gate.ts'
import { documentPath } from './document-link.ts'
import type { DealRow } from './queries.ts'

export interface ListedFor {
  row: DealRow
  who: Principal | null
  hasAddress: boolean
}

export async function documentsOf(
  { db, site, secret, nowMs }: { db: Database; site: Site; secret: Secret; nowMs: () => number },
  { row, who, hasAddress }: ListedFor,
): Promise<PropertyDocumentWire[]> {
  const reader = await readerOf(db, who, { accountId: row.account_id, hasAddress })
  const documents = await documentRows(db, row.id)
  const shown = documents.filter((document) => reader.isOwnDeal || !document.is_quarantined)
  return shown.map((document) => {
    const gate = gateFor(document.gate, hasAddress)
    const link = { documentId: document.id, who, fileName: fileNameOf(document) }
    return {
      id: document.id,
      title: hasAddress ? document.title : redactStreet(document.title, row),
      kind: document.kind,
      content_type: document.content_type,
      size_bytes: document.size_bytes,
      created_at: document.created_at.toISOString(),
      gate,
      url:
        isOpen(gate, reader) && !document.is_quarantined && who?.scope !== 'view'
          ? site.origin + documentPath(secret, link, nowMs())
          : null,
      is_quarantined: document.is_quarantined,
    }
  })
}

/** Contracts and reports have the address on their first page: while it is hidden, so are they. */
export const gateFor = (gate: Gate | null, hasAddress: boolean): Gate | null =>
  hasAddress ? gate : 'address_granted'

/** `inspection-report-12.pdf`: sellers name files after the street. */
export function fileNameOf({
  id,
  kind,
  content_type: type,
}: Pick<DocumentRow, 'id' | 'kind' | 'content_type'>) {
  const plain = kind
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain === '' ? 'document' : plain}-${id}${ENDINGS[type] ?? ''}`
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
}

/** The types a file may be served as; anything else is plain bytes. */
export const servedType = (type: string): string => (type in ENDINGS ? type : 'application/octet-stream')

type DocumentRow = Awaited<ReturnType<typeof documentRows>>[number]

/** By property_documents_property. */
const documentRows = (db: Database, propertyId: number) =>
  db
    .selectFrom('property_documents')
    .selectAll()
    .where('property_id', '=', propertyId)
    .orderBy('id')
    .execute()
