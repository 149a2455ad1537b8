/** A seller as everybody sees it: who they are, how they are rated, what they sell, and what buyers say (checklist REV-01). */
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import type { CompanyWire } from '#shared/contract/reviews.ts'
import { answerTime } from '#shared/format/answer-time.ts'
import { formatNumber } from '#shared/format/count.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { companyName, sinceWords, statesWords } from './company-labels.ts'
import { RatingPanel } from './rating-panel.tsx'

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
