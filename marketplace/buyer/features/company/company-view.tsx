/** A seller as everybody sees it: who they are, how they are rated, what they sell, and what buyers say (checklist REV-01). */

import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { Stars } from '#marketplace/kit/ui/stars.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import type { CompanyWire, RatingWire } from '#shared/contract/reviews.ts'
import { answerTime } from '#shared/format/answer-time.ts'
import { formatNumber } from '#shared/format/count.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { companyName, sinceWords, statesWords } from './company-labels.ts'

export interface CompanyViewProps {
  company: CompanyWire
  /** What can be done: message, follow, share. */
  actions: ReactNode
  /** Its deals, with their own loading. */
  deals: ReactNode
  reviews: ReactNode
  /** At the end, for the seller itself. */
  ownSite: ReactNode
}

export function CompanyView({ company, actions, deals, reviews, ownSite }: CompanyViewProps) {
  return (
    <article className="mx-auto w-full max-w-310 px-4 pt-6 pb-22 desk:px-8 desk:pb-18">
      <Head company={company} actions={actions} />
      <Figures company={company} />
      <div className="grid gap-x-12 pt-8 broad:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {company.about ? (
            <Section title="About">
              <p className="wrap-anywhere max-w-[68ch] whitespace-pre-line">{company.about}</p>
            </Section>
          ) : null}
          {deals}
        </div>
        <div className="min-w-0 max-broad:pt-8">
          <RatingPanel rating={company.rating} />
          <Team team={company.team} />
        </div>
      </div>
      {reviews}
      {ownSite}
    </article>
  )
}

function Head({ company, actions }: Pick<CompanyViewProps, 'company' | 'actions'>) {
  const states = statesWords(company.states)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-4">
      <Avatar name={company.title} id={company.id} logo={company.logo ?? null} />
      <div className="min-w-0 flex-1 basis-60">
        <h1
          tabIndex={-1}
          className="wrap-anywhere flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold text-2xl tracking-[-0.024em]"
        >
          {companyName(company)}
          {company.is_verified ? (
            <span className="flex items-center gap-1 font-label text-gain-text text-sm tracking-normal">
              <BadgeCheck size={15} strokeWidth={1.75} aria-hidden="true" />
              Verified
            </span>
          ) : null}
        </h1>
        <p className="mt-0.5 text-sm text-text-2">{sinceWords(states, company.created_at)}</p>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </header>
  )
}

function Figures({ company: { rating, active_deals, followers } }: Pick<CompanyViewProps, 'company'>) {
  const response = answerTime(rating.response_time_hours)
  const figures = [
    ['Rating', rating.average == null ? <Tag key="new">New seller</Tag> : rating.average.toFixed(1)],
    ['Active deals', formatNumber(active_deals)],
    ['Closed deals', formatNumber(rating.closed_deals)],
    ...(response === null ? [] : [['Answers within', response] as const]),
    ['Followers', formatNumber(followers)],
  ] as const
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 border-line border-y py-4">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-text-3 text-xs">{label}</dt>
          <dd className="num font-semibold text-md">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Team({ team }: Pick<CompanyWire, 'team'>) {
  if (team.length === 0) return null
  return (
    <section aria-label="Team" className="pt-8">
      <h2 className="mb-3 font-semibold text-lg tracking-tight">Team</h2>
      <ul className="grid gap-2.5">
        {team.map(({ name, photo }, index) => (
          // Two may have one name, and they have no other mark.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={index} className="flex items-center gap-2.5">
            <Avatar name={name} id={index} logo={photo ?? null} size={28} />
            {name}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The rating with how many gave how many stars. */
function RatingPanel({ rating: { average, count, histogram } }: { rating: RatingWire }) {
  if (average == null)
    return (
      <section aria-label="Rating">
        <h2 className="mb-1 font-semibold text-lg tracking-tight">New seller</h2>
        <p className="text-sm text-text-2">Nobody has reviewed this seller yet.</p>
      </section>
    )
  const most = Math.max(...histogram)
  return (
    <section aria-label="Rating">
      <h2 className="mb-2 font-semibold text-lg tracking-tight">Rating</h2>
      <p className="flex items-center gap-2.5">
        <b className="num font-semibold text-2xl">{average.toFixed(1)}</b>
        <span className="grid gap-0.5">
          <Stars value={average} size={15} />
          <span className="num text-sm text-text-2">
            {count === 1 ? '1 review' : `${formatNumber(count)} reviews`}
          </span>
        </span>
      </p>
      <ul className="mt-3 grid gap-1.5">
        {[5, 4, 3, 2, 1].map((star) => (
          <Bar key={star} star={star} count={histogram[star - 1] ?? 0} most={most} />
        ))}
      </ul>
    </section>
  )
}

function Bar({ star, count, most }: { star: number; count: number; most: number }) {
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)_2.5rem] items-center gap-2 text-sm">
      <span className="num text-text-2">{star === 1 ? '1 star' : `${star} stars`}</span>
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-active">
        <span
          className="block h-full rounded-full bg-text-3"
          style={{ width: `${most === 0 ? 0 : (count / most) * 100}%` }}
        />
      </span>
      <span className="num text-right text-text-2">{formatNumber(count)}</span>
    </li>
  )
}
