/** Profile, Requests: every address and question this customer asked for, where each stands, and the way to deal and thread. */

import { useSignals } from '@preact/signals-react/runtime'
import { MailQuestion, MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EmptyState } from '#marketplace/buyer/ui/empty-state.tsx'
import { Link, LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import type { AddressRequestWire } from '#shared/contract/inquiries.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { quotaWords, STATE_WORDS, threadPath } from './labels.ts'
import { createRequestList, type DealNameOf, dealNameFrom } from './request-list.ts'

export default function RequestsPartition() {
  useSignals()
  const { api } = useServices()
  const { addresses, deals } = useDealServices()
  const [model] = useState(() => createRequestList(api))
  const known = addresses.requests.value
  // A decision that comes live changes the map; the list is asked again for the rest.
  useEffect(() => void model.load(known), [model, known])
  useEffect(() => void deals.load(), [deals])
  const state = model.state.value
  const nameOf = dealNameFrom(deals.state.value)

  if (state.phase === 'loading') return <Loading />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void model.load(known)}>{failureWords(state.failure)}</LoadFailed>
  if (state.value.rows.length === 0) return <Nothing />
  return (
    <>
      <p className="num mb-3.5 text-sm text-text-2">{quotaWords(state.value.quota)}</p>
      <ul
        aria-label="Requests"
        className="rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t"
      >
        {state.value.rows.map((row) => (
          <Row key={row.id} request={row} nameOf={nameOf} />
        ))}
      </ul>
    </>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={MailQuestion}
      title="No requests yet"
      action={
        <LinkButton variant="primary" href="/deals">
          Browse deals
        </LinkButton>
      }
    >
      When you ask a seller for an address, or ask a question about a deal, it is listed here with its answer.
    </EmptyState>
  )
}

const TONES = { pending: 'warn', granted: 'gain', declined: 'plain' } as const

function Row({ request, nameOf }: { request: AddressRequestWire; nameOf: DealNameOf }) {
  const { state, type } = request
  const Icon = type === 'inquiry' ? MailQuestion : MapPin
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="text-text-3" />
        <span className="text-sm text-text-2">{type === 'inquiry' ? 'Question' : 'Address request'}</span>
        {state ? (
          <Tag tone={TONES[state]} hasDot>
            {STATE_WORDS[state]}
          </Tag>
        ) : null}
        <span className="num ml-auto text-text-3 text-xs">{dayWords(request.requested_at)}</span>
      </div>
      <Link
        href={`/property/${request.property_id}`}
        className="target justify-self-start font-semibold hover:underline"
      >
        {request.address ?? nameOf(request.property_id)}
      </Link>
      {request.message ? <p className="line-clamp-2 text-sm text-text-2">{request.message}</p> : null}
      {request.reason ? <p className="text-sm text-text-2">The seller wrote: {request.reason}</p> : null}
      <Link href={threadPath(request.account_id)} className="target justify-self-start text-sm underline">
        Open the conversation
      </Link>
    </li>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
