/** One review as it is read: who, how many stars, when, the words, and what was answered. Plain text throughout. */

import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Mark } from '#marketplace/buyer/ui/partition-parts.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { Stars } from '#marketplace/kit/ui/stars.tsx'
import type { ReviewWire } from '#shared/contract/reviews.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { scoresOf } from './review-labels.ts'

export interface ReviewEntryProps {
  review: ReviewWire
  /** Whose name and picture stand at it. */
  person: { id: number; name: string; picture: string | null; href?: string }
  /** Under the words. */
  children?: ReactNode
}

export function ReviewEntry({ review, person, children }: ReviewEntryProps) {
  const scores = scoresOf(review)
  return (
    <article
      aria-label={`Review: ${person.name}`}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 border-line border-b py-5"
    >
      <Avatar name={person.name} id={person.id} logo={person.picture} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <PersonName {...person} />
          <Stars value={review.rating} />
          <span className="num text-text-3 text-xs">
            {dayWords(review.created_at)}
            {review.edited_at ? `, edited ${dayWords(review.edited_at)}` : ''}
          </span>
          {review.is_verified_deal ? (
            <span className="flex items-center gap-1 font-label text-gain-text text-xs">
              <BadgeCheck size={13} strokeWidth={1.75} aria-hidden="true" />
              Closed together
            </span>
          ) : null}
        </p>
        <p className="wrap-anywhere mt-1 max-w-[64ch] whitespace-pre-line">{review.content}</p>
        {scores.length === 0 ? null : (
          <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-text-3 text-xs">
            {scores.map(({ label, stars }) => (
              <li key={label}>
                {label} <span className="num text-text-2">{stars} of 5</span>
              </li>
            ))}
          </ul>
        )}
        {review.property ? (
          <p className="mt-1.5 text-sm">
            <Link
              href={`/property/${review.property.id}`}
              className="target text-accent-text hover:underline"
            >
              {review.property.name}
            </Link>
          </p>
        ) : null}
        {children}
      </div>
    </article>
  )
}

function PersonName({ name, href }: ReviewEntryProps['person']) {
  if (href === undefined) return <b className="font-semibold">{name}</b>
  return (
    <Link href={href} className="target font-semibold hover:underline">
      {name}
    </Link>
  )
}

/** For its writer, when staff have hidden it. */
export function HiddenMark({ review: { hidden_at: at } }: { review: ReviewWire }) {
  return at ? (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-text-2">
      <Mark tone="warn">Hidden</Mark>
      <span>We hid this review after a report on {dayWords(at)}. Other people do not see it.</span>
    </p>
  ) : null
}

export interface ReviewAnswerProps {
  /** e.g. `Your response`. */
  heading: string
  answer: NonNullable<ReviewWire['response']>
  children?: ReactNode
}

export function ReviewAnswer({ heading, answer, children }: ReviewAnswerProps) {
  return (
    <div className="mt-2.5 border-line-strong border-l-2 pl-3.5 text-sm">
      <p className="font-semibold text-xs">
        {heading}
        {answer.edited_at ? <span className="font-regular text-text-3"> Edited</span> : null}
      </p>
      <p className="wrap-anywhere max-w-[64ch] whitespace-pre-line text-text-2">
        {answer.content} {children}
      </p>
    </div>
  )
}
