/** Address requests and questions: those that wait first; each is granted or declined, several are granted at once. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { type RequestRows, waitingOf } from '#marketplace/seller/request-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Button } from '#shared/ui/button.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { RequestRow } from './request-row.tsx'

/** The list, and the buttons for several of it. */
export function useRequestList(store: SellerStore, rows: RequestRows, onOpen: (customerId: number) => void) {
  useSignals()
  const { requests, state, deciding, errorMessage, decide, load } = rows
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const mayDecide = store.mayChange('reply')
  const all = requests.value
  const waiting = waitingOf(all)
  const picked = waiting.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  const actions = (
    <>
      {waiting.length > 1 && mayDecide ? (
        <Button size="sm" onClick={() => setChosen(new Set(waiting.map(({ id }) => id)))}>
          Choose all waiting
        </Button>
      ) : null}
      {picked.length > 0 ? (
        <Button
          size="sm"
          variant="primary"
          isBusy={deciding.value.size > 0}
          onClick={() => void decide(picked, { state: 'granted' })}
        >
          Grant {picked.length}
        </Button>
      ) : null}
    </>
  )
  const list = (
    <>
      <FormProblem message={errorMessage.value} />
      {state.value === 'failed' ? (
        <NotLoaded onRetry={() => void load()}>The requests could not be loaded.</NotLoaded>
      ) : null}
      {state.value === 'ready' && all.length === 0 ? (
        <p className="text-text-2">No requests yet. Buyers’ questions and address requests appear here.</p>
      ) : null}
      <ul aria-label="Requests" className="[&>li+li]:border-line [&>li+li]:border-t">
        {all.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            isBusy={deciding.value.has(request.id)}
            isChosen={chosen.has(request.id)}
            mayDecide={mayDecide}
            onChoose={(isChosen) => choose(request.id, isChosen)}
            onDecide={(verdict) => decide([request.id], verdict)}
            onOpen={() => onOpen(request.customer.id)}
          />
        ))}
      </ul>
    </>
  )
  return { actions, list }
}
