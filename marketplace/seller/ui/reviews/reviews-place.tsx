/** Reviews in the seller app: buyers who may be reviewed, what buyers wrote about the account, and what it wrote about them. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { Stars } from '#marketplace/kit/ui/stars.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import type { ReviewRows } from '#marketplace/seller/reviews/review-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { ResponseForm } from './response-form.tsx'
import { ReviewBuyer } from './review-buyer.tsx'

export function ReviewsPlace({ store }: { store: SellerStore }) {
  const { reviews } = store
  useSignals()
  useEffect(() => void reviews.load(), [reviews])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-190 gap-6 px-4 py-5">
        <ViewHeading name="Reviews" />
        <fieldset className="contents" disabled={!store.mayChange('outreach')}>
          <Body reviews={reviews} />
        </fieldset>
      </div>
    </div>
  )
}

function Body({ reviews }: { reviews: ReviewRows }) {
  useSignals()
  switch (reviews.state.value) {
    case 'loading':
      return (
        <div role="status" aria-label="Loading reviews" className="grid gap-3">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      )
    case 'failed':
      return <NotLoaded onRetry={() => void reviews.load()}>The reviews could not be loaded.</NotLoaded>
    case 'ready':
      return <Lists reviews={reviews} />
  }
}

function Lists({ reviews }: { reviews: ReviewRows }) {
  useSignals()
  const { reviewable, received, written } = reviews
  return (
    <>
      {reviewable.value.length > 0 ? (
        <section aria-label="Buyers you can review" className="grid gap-3">
          <h2 className="font-semibold text-md">Buyers you can review</h2>
          {reviewable.value.map((one) => (
            <ReviewBuyer key={`${one.customer.id}-${one.property?.id ?? 0}`} reviews={reviews} about={one} />
          ))}
        </section>
      ) : null}
      <section aria-label="About your account" className="grid gap-3">
        <h2 className="font-semibold text-md">About your account</h2>
        {received.rows.value.length === 0 ? (
          <p className="text-text-2">No buyer has reviewed you yet.</p>
        ) : null}
        {received.rows.value.map((review) => (
          <Entry key={review.id} review={review} name={review.customer.name}>
            <ResponseForm reviews={reviews} review={review} />
          </Entry>
        ))}
        <More of={received} />
      </section>
      <section aria-label="Written by you" className="grid gap-3">
        <h2 className="font-semibold text-md">Written by you</h2>
        {written.rows.value.length === 0 ? (
          <p className="text-text-2">You have not reviewed a buyer yet.</p>
        ) : null}
        {written.rows.value.map((review) => (
          <Entry key={review.id} review={review} name={review.customer.name} />
        ))}
        <More of={written} />
      </section>
    </>
  )
}

function More({ of: { hasMore, loadMore } }: { of: ReviewRows['received'] }) {
  useSignals()
  if (!hasMore.value) return null
  return (
    <Button className="justify-self-center" onClick={() => void loadMore()}>
      Load more reviews
    </Button>
  )
}

function Entry({ review, name, children }: { review: ReviewWire; name: string; children?: ReactNode }) {
  const nowMs = systemClock.now()
  return (
    <article className="grid gap-1.5 border-line border-t pt-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{name}</span>
        <Stars value={review.rating} />
        <span className="num text-text-3 text-xs">{dayWords(review.created_at)}</span>
        {review.is_verified_deal ? <span className="text-gain-text text-xs">Closed together</span> : null}
      </p>
      {review.property ? <p className="text-text-2 text-xs">{review.property.name}</p> : null}
      <p className="whitespace-pre-line wrap-anywhere">{review.content}</p>
      {review.hidden_at ? (
        <p className="text-warn-text text-xs">Hidden after a report. Other people do not see it.</p>
      ) : Date.parse(review.published_at) > nowMs ? (
        <p className="text-warn-text text-xs">
          Shown once the buyer has reviewed you too, at the latest after 14 days.
        </p>
      ) : null}
      {children}
    </article>
  )
}
