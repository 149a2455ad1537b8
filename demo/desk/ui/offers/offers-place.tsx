/** Offers on the account's deals. */
import type { DeskStore } from '#demo/desk/desk-model.ts'

export function OffersPlace({ desk }: { desk: DeskStore; propertyId: number | null }) {
  return <p className="p-5 text-text-2">No offers on deals of {desk.member.account.title} yet.</p>
}
