/** Who may see a deal at all, and whether its true address. */
import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { addressAccess } from '#server/messaging/address-access.ts'
import type { DealRow } from './queries.ts'

/** A draft is its seller's, and whoever's they gave the link to. */
export function maySee(
  row: Pick<DealRow, 'listing' | 'account_id' | 'preview_hash'>,
  who: Principal | null,
  previewHash: string | undefined,
): boolean {
  if (row.listing !== 'draft' || isOwn(row, who)) return true
  return row.preview_hash !== null && row.preview_hash === previewHash
}

/** For everybody but its seller. The deals of a company that closes stay listed, because an owner may still cancel that. */
export const isTakenDown = (row: Pick<DealRow, 'listing' | 'account_closes_at'>): boolean =>
  row.listing === 'removed' || row.account_closes_at !== null

export const isOwn = ({ account_id }: Pick<DealRow, 'account_id'>, who: Principal | null): boolean =>
  who?.kind === 'account' && who.accountId === account_id

export async function hasAddressOf(
  db: Database,
  row: Pick<DealRow, 'id' | 'is_street_shown'>,
  who: Principal | null,
): Promise<boolean> {
  return row.is_street_shown || (await addressAccess(db, who, [row.id])).has(row.id)
}
