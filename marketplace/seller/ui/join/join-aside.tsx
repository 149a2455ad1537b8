/** Beside what a new company fills in: a drawn plat, and the company as buyers will see it. On wide pages only. */
import { BadgeCheck, Hourglass } from 'lucide-react'
import { PlatDrawing } from '#marketplace/kit/ui/plat-drawing.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'

interface JoinAsideProps {
  /** Empty until it is known. */
  company: string
  logo?: string | null
  /** Null before the company exists. */
  isVerified?: boolean | null
  /** Where it works, in place of whether it is verified. */
  place?: string
}

export const JoinAside = ({ company, logo = null, isVerified = null, place = '' }: JoinAsideProps) => (
  <aside
    aria-label="What buyers see"
    className="relative hidden overflow-hidden border-line border-s bg-accent-soft duo:block"
  >
    <PlatDrawing lot="found" lotAt={[0.6, 0.5]} />
    <div className="absolute inset-x-0 bottom-16 mx-auto grid w-80 max-w-9/10 gap-2 rounded-md bg-surface p-4 shadow-pop">
      <p className="text-text-2 text-xs">Buyers see</p>
      <div className="flex items-center gap-3">
        <Avatar name={company || '#'} id={1} logo={logo} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{company || 'Your company'}</p>
          {place ? (
            <p className="truncate text-sm text-text-2">{place}</p>
          ) : isVerified === null ? null : (
            <p className="flex items-center gap-1.5 text-sm text-text-2">
              {isVerified ? (
                <BadgeCheck size={14} aria-hidden="true" className="text-gain-text" />
              ) : (
                <Hourglass size={14} aria-hidden="true" />
              )}
              {isVerified ? 'Company verified' : 'Not verified yet'}
            </p>
          )}
        </div>
      </div>
    </div>
  </aside>
)
