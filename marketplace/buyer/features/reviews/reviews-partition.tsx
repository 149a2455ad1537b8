/** Profile, Reviews: what sellers say about this customer, and what the customer says about sellers (checklist REV-04, REV-06). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import type { ReviewList } from '#marketplace/buyer/platform/review-list.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { reviewUpdated } from '#shared/contract/events.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { AboutYou } from './about-you.tsx'
import { createReviewsModel } from './reviews-model.ts'
import { WrittenByYou } from './written-by-you.tsx'

const TABS = [
  ['about', 'About you', '/profile/reviews'],
  ['written', 'Written by you', '/profile/reviews?tab=written'],
] as const

export default function ReviewsPartition({ user }: { user: User }) {
  useSignals()
  const { api, clock } = useServices()
  const [model] = useState(() => createReviewsModel(api, user.id, clock))
  const tab = new URLSearchParams(useSearch()).get('tab') === 'written' ? 'written' : 'about'
  useEffect(() => void model.load(), [model])
  useLiveNews({ event: reviewUpdated, what: 'Reviews', onChange: model.load })
  return (
    <>
      <nav aria-label="Reviews" className="mb-2 flex gap-6 border-line border-b">
        {TABS.map(([name, label, href]) => (
          <Link
            key={name}
            href={href}
            replace
            aria-current={name === tab ? 'page' : undefined}
            className={classNames(
              '-mb-px flex min-h-11 items-center gap-2 border-b-2 font-label',
              name === tab ? 'border-text text-text' : 'border-transparent text-text-2 hover:text-text',
            )}
          >
            {label} <Count list={model[name]} />
          </Link>
        ))}
      </nav>
      {tab === 'about' ? <AboutYou model={model} /> : <WrittenByYou model={model} />}
    </>
  )
}

/** Of what is there; nobody counts the rest. */
function Count({ list }: { list: ReviewList }) {
  useSignals()
  const state = list.state.value
  if (state.phase !== 'ready') return null
  return (
    <span className="num text-sm text-text-3">
      {state.rows.length}
      {state.hasMore ? '+' : ''}
    </span>
  )
}
