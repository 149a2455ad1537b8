/** Address requests and questions in a drawer: those that wait first; each is granted or declined, several are granted at once. */
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { waitingOf } from '#marketplace/seller/request-rows.ts'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { Button } from '#shared/ui/button.tsx'
import { RequestRow } from './request-row.tsx'

export function RequestsDialog({ desk, onClose }: { desk: DeskStore; onClose: () => void }) {
  useSignals()
  const { requests, state, deciding, trouble, decide, load } = desk.requests
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const frame = useModal()
  useEffect(() => void load(), [load])
  const all = requests.value
  const waiting = waitingOf(all)
  const picked = waiting.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)))

  return (
    <dialog
      ref={frame}
      aria-label="Requests"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="ms-auto me-0 my-0 h-dvh max-h-none w-130 max-w-full bg-overlay text-text shadow-modal backdrop:bg-(--scrim)"
    >
      <div className="flex items-center gap-2 border-line border-b px-5 py-3">
        <h2 className="me-auto font-semibold text-md">Requests</h2>
        {waiting.length > 1 ? (
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
        <Button size="sm" variant="ghost" aria-label="Close" onClick={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      <p role="alert" className="px-5 pt-3 text-danger-text text-sm empty:hidden">
        {trouble.value}
      </p>
      {state.value === 'failed' ? (
        <div className="grid justify-items-start gap-3 p-5">
          <p>The requests could not be loaded.</p>
          <Button onClick={() => void load()}>Try again</Button>
        </div>
      ) : null}
      {state.value === 'ready' && all.length === 0 ? (
        <p className="p-5 text-text-2">No buyer has asked for an address yet.</p>
      ) : null}
      <ul aria-label="Requests" className="[&>li+li]:border-line [&>li+li]:border-t">
        {all.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            isBusy={deciding.value.has(request.id)}
            isChosen={chosen.has(request.id)}
            onChoose={(isChosen) => choose(request.id, isChosen)}
            onDecide={(verdict) => void decide([request.id], verdict)}
            onOpen={() => {
              desk.open(request.customer.id)
              onClose()
            }}
          />
        ))}
      </ul>
    </dialog>
  )
}

function useModal() {
  const frame = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = frame.current
    if (!shown?.open) shown?.showModal()
    return () => shown?.close()
  }, [])
  return frame
}
