/** What sellers have written about this customer, each with the one response there may be. */
import { CornerDownRight, Flag, Star } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { ReportReview } from '#marketplace/buyer/ui/reviews/report-review.tsx'
import { ReviewAnswer, ReviewEntry } from '#marketplace/buyer/ui/reviews/review-entry.tsx'
import { ReviewRows } from '#marketplace/buyer/ui/reviews/review-rows.tsx'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { Button } from '#shared/ui/button.tsx'
import { ResponseForm } from './response-form.tsx'
import type { ReviewsModel } from './reviews-model.ts'
import { sellerOf } from './seller-of.ts'

export function AboutYou({ model }: { model: ReviewsModel }) {
  return (
    <ReviewRows
      list={model.about}
      empty={
        <div className="pt-4">
          <EmptyState
            icon={Star}
            title="No reviews about you yet"
            action={
              <LinkButton variant="primary" href="/deals">
                Browse deals
              </LinkButton>
            }
          >
            What sellers write about you appears here. They can review you after an offer is decided, a visit
            or a conversation.
          </EmptyState>
        </div>
      }
      row={(review) => (
        <ReviewEntry key={review.id} review={review} person={sellerOf(review)}>
          <Response review={review} model={model} />
        </ReviewEntry>
      )}
    />
  )
}

function Response({ review, model }: { review: ReviewWire; model: ReviewsModel }) {
  const [isTyping, setTyping] = useState(false)
  const [isReporting, setReporting] = useState(false)
  if (isTyping)
    return (
      <ResponseForm
        text={review.response?.content ?? ''}
        canTakeBack={Boolean(review.response)}
        onSend={(text) => model.respond(review, text)}
        onClose={() => setTyping(false)}
      />
    )
  if (review.response)
    return (
      <ReviewAnswer heading="Your response" answer={review.response}>
        <button
          type="button"
          className="target cursor-pointer font-label text-accent-text hover:underline"
          aria-label={`Edit your response to ${review.account.title}`}
          onClick={() => setTyping(true)}
        >
          Edit
        </button>
      </ReviewAnswer>
    )
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      <Button
        size="sm"
        className="pointer-coarse:h-11"
        aria-label={`Respond to ${review.account.title}`}
        onClick={() => setTyping(true)}
      >
        <CornerDownRight size={14} strokeWidth={1.75} aria-hidden="true" />
        Respond
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="pointer-coarse:h-11"
        aria-label={`Report the review of ${review.account.title}`}
        onClick={() => setReporting(true)}
      >
        <Flag size={14} strokeWidth={1.75} aria-hidden="true" />
        Report
      </Button>
      {isReporting ? <ReportReview reviewId={review.id} onClose={() => setReporting(false)} /> : null}
    </div>
  )
}
