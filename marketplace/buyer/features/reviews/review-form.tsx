/** The dialog in which a review is written or changed: stars, what went how, and plain words. */
import { useState } from 'react'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import { SCORE_LABELS } from '#marketplace/buyer/ui/reviews/review-labels.ts'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { TextArea } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { RatingInput } from '#marketplace/kit/ui/rating-input.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import { REVIEW_MAX_LENGTH, REVIEW_MIN_LENGTH } from '#shared/contract/limits.ts'
import { REVIEW_SCORES, type ReviewWire } from '#shared/contract/reviews.ts'
import type { ReviewWords } from './reviews-model.ts'

const PLACED = ['rating', 'content', ...REVIEW_SCORES.map((score) => `scores.${score}`)]
const TOO_SHORT = {
  fields: { content: `Write at least ${REVIEW_MIN_LENGTH} characters.` },
  message: null,
}

export interface ReviewFormProps {
  seller: { name: string }
  /** The deal it is about, if it is about one. */
  deal: string | null
  /** The one that is changed. */
  review?: ReviewWire
  /** Rejects with `ApiError` when it was not taken. */
  onSend: (words: ReviewWords) => Promise<void>
  onClose: () => void
}

export function ReviewForm({ seller, deal, review, onSend, onClose }: ReviewFormProps) {
  const [rating, setRating] = useState<number | null>(review?.rating ?? null)
  const [scores, setScores] = useState<ReviewWords['scores']>(given(review))
  const [content, setContent] = useState(review?.content ?? '')
  const { isBusy, errorMessage, run, refuse, errorOf } = useAction(PLACED)
  const isMissing = useMissing('review').length > 0

  async function send() {
    const text = content.trim()
    if (rating === null) return refuse({ fields: { rating: 'Choose 1 to 5 stars.' }, message: null })
    if (text.length < REVIEW_MIN_LENGTH) return refuse(TOO_SHORT)
    if (!(await run(() => onSend({ rating, scores, content: text })))) return
    toast(review ? 'Review changed.' : 'Review sent.')
    onClose()
  }
  return (
    <Modal
      title={review ? `Your review of ${seller.name}` : `Review ${seller.name}`}
      onClose={onClose}
      footer={
        <DialogActions
          label={review ? 'Save review' : 'Send review'}
          isBusy={isBusy}
          isDisabled={isMissing}
          onCancel={onClose}
          onConfirm={() => void send()}
        />
      }
    >
      <div className="grid gap-4">
        <NeedsNotice act="review" to="review sellers" />
        {deal ? <p className="text-sm text-text-2">About {deal}</p> : null}
        <RatingInput label="Overall" value={rating} error={errorOf('rating')} onChange={setRating} />
        <div className="grid gap-x-4 gap-y-2 sheet:grid-cols-2">
          {REVIEW_SCORES.map((score) => (
            <RatingInput
              key={score}
              isSmall
              label={`${SCORE_LABELS[score]} (optional)`}
              value={scores[score] ?? null}
              error={errorOf(`scores.${score}`)}
              onChange={(stars) => setScores({ ...scores, [score]: stars })}
            />
          ))}
        </div>
        <TextArea
          label="How was it to work with them?"
          name="content"
          value={content}
          maxLength={REVIEW_MAX_LENGTH}
          error={errorOf('content')}
          onChange={setContent}
        />
        {review ? null : (
          <p className="text-sm text-text-2">
            It is shown when they have reviewed you too, at the latest after 14 days. So neither side answers
            the other’s. You can change it for 14 days.
          </p>
        )}
        <FormProblem message={errorMessage} />
      </div>
    </Modal>
  )
}

/** Without those that were not given. */
function given(review: ReviewWire | undefined): ReviewWords['scores'] {
  const scores: ReviewWords['scores'] = {}
  for (const name of REVIEW_SCORES) {
    const stars = review?.scores[name]
    if (stars !== undefined) scores[name] = stars
  }
  return scores
}
