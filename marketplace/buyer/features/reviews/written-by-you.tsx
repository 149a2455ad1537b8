/** What this customer has written, with its state, and whom they may still review. */

import { useSignals } from '@preact/signals-react/runtime'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { Mark } from '#marketplace/buyer/ui/partition-parts.tsx'
import { HiddenMark, ReviewAnswer, ReviewEntry } from '#marketplace/buyer/ui/reviews/review-entry.tsx'
import { ReviewRows } from '#marketplace/buyer/ui/reviews/review-rows.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { Button } from '#shared/ui/button.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewableList } from './reviewable-list.tsx'
import type { Reviewable, ReviewsModel } from './reviews-model.ts'
import { sellerOf } from './seller-of.ts'

type Overlay =
  | { kind: 'write'; target: Reviewable }
  | { kind: 'change' | 'delete'; review: ReviewWire }
  | null

export function WrittenByYou({ model }: { model: ReviewsModel }) {
  useSignals()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const close = () => setOverlay(null)
  const targets = model.reviewable.value
  return (
    <>
      <ReviewableList targets={targets} onWrite={(target) => setOverlay({ kind: 'write', target })} />
      <ReviewRows
        list={model.written}
        empty={<NothingWritten canWrite={targets.length > 0} />}
        row={(review) => (
          <ReviewEntry key={review.id} review={review} person={sellerOf(review)}>
            <Own review={review} onPick={(kind) => setOverlay({ kind, review })} />
          </ReviewEntry>
        )}
      />
      {overlay?.kind === 'write' ? (
        <ReviewForm
          seller={sellerOf(overlay.target)}
          deal={overlay.target.property?.name ?? null}
          onSend={(words) => model.write(overlay.target, words)}
          onClose={close}
        />
      ) : null}
      {overlay?.kind === 'change' ? (
        <ReviewForm
          seller={sellerOf(overlay.review)}
          deal={overlay.review.property?.name ?? null}
          review={overlay.review}
          onSend={(words) => model.change(overlay.review, words)}
          onClose={close}
        />
      ) : null}
      {overlay?.kind === 'delete' ? (
        <DeleteReview review={overlay.review} model={model} onClose={close} />
      ) : null}
    </>
  )
}

/** Sellers who may be reviewed now are listed above it. */
function NothingWritten({ canWrite }: { canWrite: boolean }) {
  return (
    <div className="pt-4">
      <EmptyState
        icon={Star}
        title="No reviews written yet"
        action={
          canWrite ? null : (
            <LinkButton variant="primary" href="/deals">
              Browse deals
            </LinkButton>
          )
        }
      >
        What you write about sellers appears here.{' '}
        {canWrite
          ? 'Press “Write a review” of a seller above.'
          : 'You can review a seller after an offer is decided, a visit or a conversation.'}
      </EmptyState>
    </div>
  )
}

function Own({ review, onPick }: { review: ReviewWire; onPick: (kind: 'change' | 'delete') => void }) {
  const { clock } = useServices()
  const nowMs = clock.now()
  const isWaiting = Date.parse(review.published_at) > nowMs
  const isEditable = review.editable_until ? Date.parse(review.editable_until) > nowMs : false
  const seller = sellerOf(review).name
  return (
    <>
      {isWaiting && !review.hidden_at ? (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-text-2">
          <Mark tone="warn">Not shown yet</Mark>
          <span>
            Shown when {seller} has reviewed you too, at the latest on {dayWords(review.published_at)}.
          </span>
        </p>
      ) : null}
      <HiddenMark review={review} />
      {review.response ? <ReviewAnswer heading={`${seller} responded`} answer={review.response} /> : null}
      <div className="mt-2.5 flex flex-wrap gap-2">
        {isEditable ? (
          <Button
            size="sm"
            className="pointer-coarse:h-11"
            aria-label={`Edit your review of ${seller}`}
            onClick={() => onPick('change')}
          >
            Edit
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="ghost"
          className="pointer-coarse:h-11"
          aria-label={`Delete your review of ${seller}`}
          onClick={() => onPick('delete')}
        >
          Delete
        </Button>
      </div>
    </>
  )
}

interface DeleteReviewProps {
  review: ReviewWire
  model: ReviewsModel
  onClose: () => void
}

function DeleteReview({ review, model, onClose }: DeleteReviewProps) {
  const { isBusy, errorMessage, run } = useAction()
  const remove = async () => {
    if (!(await run(() => model.remove(review)))) return
    toast('Review deleted.')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Delete this review?"
      confirmLabel="Delete review"
      isDanger
      isBusy={isBusy}
      error={errorMessage}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>
        It goes from the page of {sellerOf(review).name} with its response, and no longer counts in the
        rating.
      </p>
    </ConfirmDialog>
  )
}
