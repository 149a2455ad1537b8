/** What buyers say about a seller: in an order, by stars, with words in it, page by page (checklist REV-03). */
import { useSignals } from '@preact/signals-react/runtime'
import { Flag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { ReviewAnswer, ReviewEntry } from '#marketplace/buyer/ui/reviews/review-entry.tsx'
import { ReviewRows } from '#marketplace/buyer/ui/reviews/review-rows.tsx'
import type { CompanyWire, ReviewWire } from '#shared/contract/reviews.ts'
import { Button } from '#shared/ui/button.tsx'
import { companyName } from './company-labels.ts'
import type { CompanyModel } from './company-model.ts'

const ORDERS = [
  ['newest', 'Newest first'],
  ['highest', 'Best first'],
  ['lowest', 'Worst first'],
] as const
const TYPING_MS = 300
const FIELD =
  'h-9 min-w-0 rounded-md border border-field bg-surface px-2.5 text-base text-text focus:border-accent focus:outline-none pointer-coarse:h-11 max-desk:text-[1rem]'

export interface CompanyReviewsProps {
  company: CompanyWire
  model: CompanyModel
  /** Asks a visitor to log in first. */
  onReport: (review: ReviewWire) => void
}

export function CompanyReviews({ company, model, onReport }: CompanyReviewsProps) {
  useEffect(() => void model.reviews.load(), [model])
  return (
    <Section title="Reviews">
      {company.rating.count === 0 ? null : <Filters model={model} />}
      <ReviewRows
        list={model.reviews}
        empty={<Empty model={model} hasAny={company.rating.count > 0} />}
        row={(review) => (
          <ReviewEntry
            key={review.id}
            review={review}
            person={{
              id: review.customer.id,
              name: review.customer.name,
              picture: review.customer.photo ?? null,
            }}
          >
            {review.response ? (
              <ReviewAnswer heading={`${companyName(company)} responded`} answer={review.response} />
            ) : null}
            {review.is_own ? null : (
              <Button
                size="sm"
                variant="ghost"
                className="-ml-2.25 mt-1.5 pointer-coarse:h-11"
                aria-label={`Report the review of ${review.customer.name}`}
                onClick={() => onReport(review)}
              >
                <Flag size={13} strokeWidth={1.75} aria-hidden="true" />
                Report
              </Button>
            )}
          </ReviewEntry>
        )}
      />
    </Section>
  )
}

function Filters({ model }: { model: CompanyModel }) {
  useSignals()
  const { sort, stars } = model.filter.value
  return (
    <div className="mb-1 flex flex-wrap items-end gap-x-4 gap-y-2.5">
      <label className="grid gap-1 text-sm text-text-2">
        Order
        <select
          value={sort}
          className={FIELD}
          onChange={({ target: { value } }) =>
            void model.setFilter({ sort: ORDERS.find(([name]) => name === value)?.[0] ?? 'newest' })
          }
        >
          {ORDERS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 text-sm text-text-2">
        Stars
        <select
          value={stars ?? ''}
          className={FIELD}
          onChange={({ target: { value } }) =>
            void model.setFilter({ stars: value === '' ? null : Number(value) })
          }
        >
          <option value="">Any</option>
          {[5, 4, 3, 2, 1].map((star) => (
            <option key={star} value={star}>
              {star === 1 ? '1 star' : `${star} stars`}
            </option>
          ))}
        </select>
      </label>
      <WordsField model={model} />
    </div>
  )
}

/** Asks once the typing rests. */
function WordsField({ model }: { model: CompanyModel }) {
  const [words, setWords] = useState(model.filter.peek().words)
  useEffect(() => {
    if (words === model.filter.peek().words) return
    const timer = window.setTimeout(() => void model.setFilter({ words }), TYPING_MS)
    return () => window.clearTimeout(timer)
  }, [words, model])
  return (
    <label className="grid min-w-0 flex-1 basis-48 gap-1 text-sm text-text-2 desk:max-w-72">
      Words
      <input
        type="search"
        value={words}
        maxLength={100}
        className={FIELD}
        onChange={({ target: { value } }) => setWords(value)}
      />
    </label>
  )
}

function Empty({ model, hasAny }: { model: CompanyModel; hasAny: boolean }) {
  if (!hasAny) return <p className="text-text-2">There are no reviews yet.</p>
  return (
    <div className="grid justify-items-start gap-2.5 py-4">
      <p role="status" className="text-text-2">
        No review fits.
      </p>
      <Button size="sm" onClick={() => void model.setFilter({ stars: null, words: '' })}>
        Show all reviews
      </Button>
    </div>
  )
}
