/** Attachments on the wire: what each is, and signed addresses for one side of its conversation. A signature is all that a picture can send along. */
import type { Principal } from '#server/core/http/principal.ts'
import type { Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'
import { readLink, signLink } from '#server/providers/files/signed-link.ts'
import { ATTACHMENT_LINK_LIFETIME_MS } from '#shared/contract/attachment-limits.ts'
import type { AttachmentWire } from '#shared/contract/message-attachment.ts'

export const ATTACHMENT_ROUTE = '/customer/api/attachments/:attachment/:size'

/** As JSON of the database has it. */
export interface AttachedRow {
  id: number
  kind: 'photo' | 'file'
  file_name: string
  size_bytes: number
  content_type: string
  width: number | null
  height: number | null
  is_quarantined: boolean
}

/** A side of a conversation. */
export type Side = { kind: 'customer' | 'account'; id: number }
export type Size = 'thumbnail' | 'full'
export type FileWire = (row: AttachedRow) => AttachmentWire

export interface SignDeps {
  site: Site
  secret: Secret
  nowMs: () => number
}

/** Null for staff who look at a buyer's account: they see which files there are, and open none. */
export const sideOf = (who: Principal): Side | null => {
  if (who.kind === 'account') return { kind: 'account', id: who.accountId }
  return who.kind === 'customer' && who.scope !== 'view' ? { kind: 'customer', id: who.id } : null
}

export function fileWireFor({ site, secret, nowMs }: SignDeps, side: Side | null): FileWire {
  const addressOf = (id: number, size: Size) => {
    if (!side) return null
    const { until, signature } = signLink(secret, subjectOf(id, size, side), untilOf(nowMs()))
    const query = new URLSearchParams({ for: `${side.kind}-${side.id}`, until, signature })
    return `${site.origin}/customer/api/attachments/${id}/${size}?${query}`
  }
  return (row) => ({
    id: row.id,
    kind: row.kind,
    name: row.file_name,
    size: row.size_bytes,
    type: row.content_type,
    width: row.width,
    height: row.height,
    thumbnail: row.kind === 'photo' && !row.is_quarantined ? addressOf(row.id, 'thumbnail') : null,
    url: row.is_quarantined ? null : addressOf(row.id, 'full'),
  })
}

/** Null for a link that is not ours or too old. */
export function readAttachmentLink(
  { secret, nowMs }: Pick<SignDeps, 'secret' | 'nowMs'>,
  asked: { id: number; size: Size; for: string; until: string; signature: string },
): Side | 'expired' | null {
  const [, kind, id] = /^(customer|account)-([1-9]\d{0,14})$/.exec(asked.for) ?? []
  if (kind !== 'customer' && kind !== 'account') return null
  const side = { kind, id: Number(id) } as const
  const { until, signature } = asked
  const found = readLink(
    secret,
    { subject: subjectOf(asked.id, asked.size, side), until, signature },
    nowMs(),
  )
  if (found === 'expired') return 'expired'
  return found === 'good' ? side : null
}

const subjectOf = (id: number, size: Size, { kind, id: of }: Side): string =>
  `attachment ${id} ${size} for ${kind} ${of}`

/** The same until the next full hour, so that a thread that is loaded again keeps its pictures. */
const untilOf = (nowMs: number): number =>
  (Math.floor(nowMs / ATTACHMENT_LINK_LIFETIME_MS) + 2) * ATTACHMENT_LINK_LIFETIME_MS
