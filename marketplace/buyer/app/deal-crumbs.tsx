/** Above a deal: the way back to its list, the deals before and after it there, and what can be done with its page. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft, ChevronLeft, ChevronRight, FileText, Flag, Printer, Share2 } from 'lucide-react'
import type { Deal } from '#marketplace/buyer/features/deal/deal.ts'
import { printForLender } from '#marketplace/buyer/features/deal/print-for-lender.ts'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { isFromList } from '#marketplace/buyer/platform/deal-trail.ts'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { formatNumber } from '#shared/format/count.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

export interface DealCrumbsProps {
  deal: Deal
  onShare: () => void
  onReport: () => void
}

export function DealCrumbs({ deal, onShare, onReport }: DealCrumbsProps) {
  useSignals()
  const { trail } = useDealServices()
  const place = trail.at(deal.id)
  const here = `${deal.city}, ${deal.stateCode}`
  const href = place ? trail.backHref() : null
  return (
    <div className="flex h-12 items-center gap-2 max-desk:px-2 print:hidden">
      <Link
        href={href ?? `/deals?place=city:${encodeURIComponent(deal.city)},${deal.stateCode}`}
        aria-label={href === null ? `${here} deals` : 'Back to the list of deals'}
        className="flex min-h-9 items-center gap-1.25 rounded-sm px-2.25 text-sm text-text-2 hover:bg-hover pointer-coarse:min-h-11"
        onClick={(event) => {
          // The entry before this one is the list as it was left, with its place.
          if (href === null || event.ctrlKey || event.metaKey || !isFromList(window.history.state)) return
          event.preventDefault()
          window.history.back()
        }}
      >
        <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" />
        <span className="max-desk:hidden">{href === null ? `${here} deals` : 'Deals'}</span>
      </Link>
      {place ? <Neighbors {...place} /> : null}
      <span className="ml-auto flex items-center">
        <Tool name="Report" label="Report a problem" onPress={onReport}>
          <Flag size={15} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <Tool name="PDF for a lender" label="PDF for a lender" onPress={printForLender}>
          <FileText size={15} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <Tool name="Print" label="Print" isWide onPress={() => window.print()}>
          <Printer size={15} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <Tool name="Share" label="Share" onPress={onShare}>
          <Share2 size={15} strokeWidth={1.75} aria-hidden="true" />
        </Tool>
        <HeartButton propertyId={deal.id} name={deal.headline} isPlain />
      </span>
    </div>
  )
}

interface NeighborsProps {
  previous: number | null
  next: number | null
  place: number
  count: number
}

/** The history stays at the list: stepping through deals does not make Back a long way. */
function Neighbors({ previous, next, place, count }: NeighborsProps) {
  return (
    <span className="flex items-center gap-0.5 text-sm text-text-2">
      <Step
        id={previous}
        label="Previous deal"
        icon={<ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />}
      />
      <span className="num max-desk:sr-only">
        {formatNumber(place)} of {formatNumber(count)}
      </span>
      <Step
        id={next}
        label="Next deal"
        icon={<ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />}
      />
    </span>
  )
}

function Step({ id, label, icon }: { id: number | null; label: string; icon: React.ReactNode }) {
  const box = 'inline-grid size-9 place-items-center rounded-md pointer-coarse:size-11'
  if (id === null)
    return (
      <span aria-hidden="true" className={`${box} text-text-disabled`}>
        {icon}
      </span>
    )
  return (
    <Link
      href={`/property/${id}`}
      replace
      state={window.history.state}
      aria-label={label}
      className={`${box} hover:bg-hover hover:text-text`}
    >
      {icon}
    </Link>
  )
}

interface ToolProps {
  name: string
  label: string
  /** Phones have no room for it. */
  isWide?: boolean
  onPress: () => void
  children: React.ReactNode
}

function Tool({ name, label, isWide = false, onPress, children }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label}
      className={classNames('pointer-coarse:h-11', isWide && 'max-desk:hidden')}
      onClick={onPress}
    >
      {children}
      <span className="max-desk:hidden">{name}</span>
    </Button>
  )
}
