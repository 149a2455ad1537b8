/** What the bell opens: notifications by day, each a way to where it can be seen, read or not. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import { byDay } from '#marketplace/buyer/platform/by-day.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { BellModel } from './bell-model.ts'
import { NotificationRow } from './notification-row.tsx'

export interface BellPanelProps {
  model: BellModel
  close: () => void
}

export function BellPanel({ model, close }: BellPanelProps) {
  useSignals()
  return (
    <>
      <div className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-overlay py-2 pr-2 pl-4">
        <h2 className="mr-auto font-semibold text-md">Notifications</h2>
        <Button
          variant="ghost"
          size="sm"
          className="pointer-coarse:h-11"
          disabled={model.unread.value === 0}
          onClick={() => void model.markAll()}
        >
          Mark all as read
        </Button>
        <Link href="/profile/notifications" className="text-link px-2 py-1 text-sm" onClick={close}>
          Settings
        </Link>
      </div>
      <FormProblem className="px-4 pt-2.5" message={model.problem.value} />
      <List model={model} close={close} />
    </>
  )
}

function List({ model, close }: BellPanelProps) {
  useSignals()
  const { clock } = useServices()
  const list = model.list.value
  if (list.phase === 'loading') return <Loading />
  if (list.phase === 'failed')
    return (
      <div className="p-4">
        <LoadFailed onRetry={() => void model.load()}>{failureWords(list.failure)}</LoadFailed>
      </div>
    )
  if (list.entries.length === 0)
    return (
      <p className="px-4 py-8 text-center text-sm text-text-2">
        Nothing yet. New matches, answers and news of your offers appear here.
      </p>
    )
  return (
    <>
      {byDay(list.entries, { atOf: ({ created_at }) => created_at, nowMs: clock.now() }).map((day) => (
        <Day key={day.label} label={day.label} entries={day.entries} model={model} close={close} />
      ))}
      {list.next === null ? null : <More model={model} />}
    </>
  )
}

function Day({
  label,
  entries,
  model,
  close,
}: BellPanelProps & { label: string; entries: readonly NotificationWire[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="px-4 pt-3 pb-1 font-label text-text-2 text-xs">
        {label}
      </h3>
      <ul>
        {entries.map((entry) => (
          <NotificationRow key={entry.id} entry={entry} model={model} close={close} />
        ))}
      </ul>
    </section>
  )
}

function More({ model }: { model: BellModel }) {
  const { isBusy, during } = useBusy()
  const [problem, setProblem] = useState<string | null>(null)
  async function load() {
    const failure = await during(model.more())
    setProblem(failure && failureWords(failure))
  }
  return (
    <div className="grid justify-items-center gap-2 border-line border-t p-3">
      <Button size="sm" className="pointer-coarse:h-11" isBusy={isBusy} onClick={() => void load()}>
        Show earlier ones
      </Button>
      <FormProblem message={problem} />
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-4 p-4">
      <span className="sr-only">Loading</span>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-11" />
      ))}
    </div>
  )
}
