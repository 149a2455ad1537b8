/** One blast: what it says, how far it is, who was left out and why, and what came of it. */

import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import {
  audienceWords,
  buyersWords,
  kindWords,
  leftOutLines,
  stateWords,
} from '#marketplace/seller/blasts/blast-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import type { CampaignWire } from '#shared/contract/campaigns.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

export function BlastPage({ store, id }: { store: SellerStore; id: number }) {
  useSignals()
  const { open, openState, errorMessage, follow } = store.blasts
  useEffect(() => follow(id), [follow, id])
  const one = open.value
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-190 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5">
        <AllBlasts />
        <FormProblem message={errorMessage.value} />
        {one?.id === id && openState.value !== 'gone' ? (
          <Shown store={store} one={one} />
        ) : (
          <NotShown store={store} />
        )}
      </div>
    </div>
  )
}

export const AllBlasts = () => (
  <a
    href={hashOf({ kind: 'blasts' })}
    className="target inline-flex items-center gap-1.5 justify-self-start text-accent-text text-sm hover:underline"
  >
    <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" /> All blasts
  </a>
)

function NotShown({ store: { blasts } }: { store: SellerStore }) {
  useSignals()
  switch (blasts.openState.value) {
    case 'gone':
      return <NotLoaded title="Blast">This blast does not exist in your account.</NotLoaded>
    case 'failed':
      return (
        <NotLoaded title="Blast" onRetry={blasts.loadOpen}>
          The blast could not be loaded.
        </NotLoaded>
      )
    default:
      return (
        <div role="status" aria-label="Loading the blast">
          <Skeleton className="h-40 w-full" />
        </div>
      )
  }
}

function Shown({ store, one }: { store: SellerStore; one: CampaignWire }) {
  const { isBusy, during } = useBusy()
  const words = stateWords(one, momentWords)
  const isOpen = one.state === 'scheduled' || one.state === 'sending'
  const cancel = () => during(store.blasts.cancel(one.id))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <ViewHeading name={words} className="num me-auto font-semibold text-lg">
          <span aria-live="polite">{words}</span>
        </ViewHeading>
        {isOpen && store.mayChange('outreach') ? (
          <Button isBusy={isBusy} onClick={() => void cancel()}>
            Call it off
          </Button>
        ) : null}
      </div>
      {one.state === 'sending' ? (
        <progress
          aria-label="How far it is"
          max={Math.max(1, one.stats.audience)}
          value={one.stats.audience - one.stats.waiting}
          className="h-2 w-full"
        />
      ) : null}
      <Failures store={store} one={one} />
      <Facts one={one} />
      <Section title="What it says">
        <p className="text-text-2 text-sm">
          {kindWords(one)}
          {one.by ? `, by ${one.by}` : ''}. {audienceWords(one.audience)}.
        </p>
        {one.subject ? <p className="font-semibold">{one.subject}</p> : null}
        {one.message ? <p className="wrap-anywhere whitespace-pre-line">{one.message}</p> : null}
        {one.properties.map(({ id, full_address }) => (
          <p key={id}>{full_address}</p>
        ))}
      </Section>
    </>
  )
}

function Failures({ store, one }: { store: SellerStore; one: CampaignWire }) {
  const { isBusy, during } = useBusy()
  const { failed_at, failed_buyers, stats, state } = one
  const { failed } = stats
  if (state === 'cancelled' || (!failed_at && failed === 0)) return null
  const names = (failed_buyers ?? []).map(({ name }) => name)
  const more = failed - names.length
  const sendAgain = () => during(store.blasts.sendAgain(one.id))
  return (
    <section
      aria-label="Failed"
      className="flex flex-wrap items-start gap-3 rounded-md border border-warn-line bg-warn-soft p-4 text-sm text-warn-text"
    >
      <div className="grid min-w-50 flex-1 gap-1">
        <h2 className="font-semibold">
          {failed_at ? 'This blast could not be sent.' : `It could not be sent to ${buyersWords(failed)}.`}
        </h2>
        {names.length > 0 ? (
          <p className="wrap-anywhere">
            {names.join(', ')}
            {more > 0 ? ` and ${more} more` : ''}
          </p>
        ) : null}
        <p>We tried several times. Everyone else is unaffected, and nobody gets it twice.</p>
      </div>
      {store.mayChange('outreach') ? (
        <Button isBusy={isBusy} onClick={() => void sendAgain()}>
          Send again
        </Button>
      ) : null}
    </section>
  )
}

function Facts({ one: { stats, results } }: { one: CampaignWire }) {
  const left = leftOutLines(stats.left_out)
  return (
    <>
      <Section title="Who got it">
        <dl className="num grid grid-cols-2 gap-3 duo:grid-cols-4">
          <Figure name="Audience" value={stats.audience} />
          <Figure name="Sent" value={stats.sent} />
          <Figure name="Still to come" value={stats.waiting} />
          {stats.failed > 0 ? <Figure name="Failed" value={stats.failed} /> : null}
          <Figure name="Left out" value={left.reduce((sum, { count }) => sum + count, 0)} />
        </dl>
        {left.length > 0 ? (
          <ul aria-label="Left out" className="num whitespace-normal text-sm text-text-2">
            {left.map(({ reason, count, words }) => (
              <li key={reason}>
                {count} {words}
              </li>
            ))}
          </ul>
        ) : null}
      </Section>
      {results ? (
        <Section title="What came of it">
          <dl className="num grid grid-cols-2 gap-3 duo:grid-cols-4">
            <Figure name="Delivered" value={results.delivered} />
            <Figure name="Read" value={results.read} />
            <Figure name="Followed the link" value={results.clicked} />
            <Figure name="Wrote back" value={results.replied} />
          </dl>
          {results.pending > 0 ? (
            <p className="num whitespace-normal text-sm text-text-2">
              {results.pending} still on the way. A text waits for the buyer’s morning, and what a service did
              not take is tried again.
            </p>
          ) : null}
          {results.failed > 0 ? (
            <p className="num whitespace-normal text-sm text-warn-text">
              {results.failed} could not be delivered.
            </p>
          ) : null}
        </Section>
      ) : null}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2 rounded-md border border-line bg-surface p-4">
    <h2 className="font-semibold text-md">{title}</h2>
    {children}
  </section>
)

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dt className="text-text-2 text-xs">{name}</dt>
    <dd className="font-semibold text-lg">{value}</dd>
  </div>
)
