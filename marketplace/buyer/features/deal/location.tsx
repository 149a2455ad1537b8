/** Where the deal is, with the sales around it; a circle while the street is hidden. Drawn when it comes near the window. */
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { HIDDEN_OFFSET_MAX_M } from '#shared/contract/limits.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { Deal } from './deal.ts'
import { Section } from './section.tsx'

const MiniMap = lazyPart(() =>
  import('#marketplace/buyer/ui/map/mini-map.tsx').then((file) => ({ default: file.MiniMap })),
)

export function Location({ deal }: { deal: Deal }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '400px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { at } = deal
  if (at === null) return null
  const sales = deal.comparables.flatMap(({ latitude, longitude, address, sold_price }) =>
    typeof latitude === 'number' && typeof longitude === 'number'
      ? [
          {
            lat: latitude,
            lng: longitude,
            label: `${address}, sold for ${formatMoney(sold_price)}`,
            kind: 'comp' as const,
          },
        ]
      : [],
  )
  const subject = { lat: at.lat, lng: at.lng, label: deal.headline, kind: 'deal' as const }
  return (
    <Section title="Location">
      <div ref={frame} className="h-72 overflow-hidden rounded-lg border border-line">
        <Suspense fallback={<Skeleton className="size-full" />}>
          {isNear ? (
            <MiniMap
              points={at.isExact ? [subject, ...sales] : []}
              {...(at.isExact ? {} : { circle: { lat: at.lat, lng: at.lng, meters: HIDDEN_OFFSET_MAX_M } })}
              label={at.isExact ? 'The deal and the sales around it' : `Somewhere near here, in ${deal.city}`}
            />
          ) : null}
        </Suspense>
      </div>
      <p className="mt-1.5 text-text-3 text-xs">
        {at.isExact
          ? sales.length > 0 && 'The other marks are comparable sales.'
          : 'About here: the exact place comes with the address.'}
      </p>
    </Section>
  )
}
