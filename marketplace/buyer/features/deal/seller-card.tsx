/** Who sells: the company with its rating, and the person who handles the deal. */
import { BadgeCheck, Phone, Star } from 'lucide-react'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'
import type { Deal } from './deal.ts'

export function SellerCard({ deal: { seller, manager } }: { deal: Deal }) {
  return (
    <section className="rounded-lg border border-line bg-surface px-4.5 pt-4.5 pb-4" aria-label="Seller">
      <div className="flex items-center gap-3">
        <Avatar name={seller.name} id={seller.id} logo={seller.logo} />
        <div className="min-w-0 flex-1">
          <Link
            href={`/company/${seller.id}`}
            className="block truncate font-semibold leading-6 hover:underline"
          >
            {seller.name}
          </Link>
          <p className="flex flex-wrap items-center gap-x-2 text-sm">
            {seller.rating === null ? (
              <span className="text-text-3">New seller</span>
            ) : (
              <span className="flex items-center gap-1">
                <Star size={13} fill="currentColor" strokeWidth={0} aria-hidden="true" />
                <b className="num font-semibold">{seller.rating.toFixed(1)}</b>
                <span className="text-text-3">{reviewWords(seller.reviews)}</span>
              </span>
            )}
            {seller.isVerified ? (
              <span className="flex items-center gap-1 font-label text-gain-text text-xs">
                <BadgeCheck size={13} strokeWidth={1.75} aria-hidden="true" />
                Verified
              </span>
            ) : null}
          </p>
        </div>
      </div>
      {manager ? (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm text-text-2">
          <span>Disposition manager: {manager.name}</span>
          {manager.phone ? (
            <a href={`tel:${manager.phone}`} className="flex min-h-6 items-center gap-1 text-accent-text">
              <Phone size={13} strokeWidth={1.75} aria-hidden="true" />
              Call
            </a>
          ) : null}
        </p>
      ) : null}
    </section>
  )
}

const reviewWords = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`)
