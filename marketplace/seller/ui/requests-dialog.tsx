/** Address requests and questions in a drawer: those that wait first; each is granted or declined, several are granted at once. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { waitingOf } from '#marketplace/seller/request-rows.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Button } from '#shared/ui/button.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { RequestRow } from './request-row.tsx'

export function RequestsDialog({ store, onClose }: { store: SellerStore; onClose: () => void }) {
  useSignals()
  const { requests, state, deciding, errorMessage, decide, load } = store.requests
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => void load(), [load])
  const all = requests.value
  const waiting = waitingOf(all)
  const picked = waiting.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))

  return (
    <Modal
      title="Requests"
      isDrawer
      onClose={onClose}
      titleAction={
        <>
          {waiting.length > 1 && store.mayChange('reply') ? (
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
      }
    >
      <FormProblem message={errorMessage.value} />
      {state.value === 'failed' ? (
        <NotLoaded onRetry={() => void load()}>The requests could not be loaded.</NotLoaded>
      ) : null}
      {state.value === 'ready' && all.length === 0 ? (
        <p className="text-text-2">No buyer has asked for an address yet.</p>
      ) : null}
      <ul aria-label="Requests" className="[&>li+li]:border-line [&>li+li]:border-t">
        {all.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            isBusy={deciding.value.has(request.id)}
            isChosen={chosen.has(request.id)}
            mayDecide={store.mayChange('reply')}
            onChoose={(isChosen) => choose(request.id, isChosen)}
            onDecide={(verdict) => void decide([request.id], verdict)}
            onOpen={() => {
              store.open(request.customer.id)
              onClose()
            }}
          />
        ))}
      </ul>
    </Modal>
  )
}
