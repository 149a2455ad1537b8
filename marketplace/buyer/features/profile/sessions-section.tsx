/** Where the customer is logged in, and the ways to log a device out. */

import { useSignals } from '@preact/signals-react/runtime'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { List, LoadingRows, Mark, Note, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { listTimeWords } from '#marketplace/kit/date-labels.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { LoginSessionWire } from '#shared/contract/sessions.ts'
import { Button } from '#shared/ui/button.tsx'
import type { SessionsModel } from './sessions-model.ts'

export function SessionsSection({ model }: { model: SessionsModel }) {
  useSignals()
  const [isAsking, setAsking] = useState(false)
  const state = model.sessions.state.value
  const others = state.phase === 'ready' ? state.value.filter((session) => !session.is_current) : []

  async function endOthers() {
    if (await model.endOthers()) toast('Every other device is logged out')
    setAsking(false)
  }
  return (
    <Section
      title="Where you are logged in"
      note="If you do not know a device, log it out and change your password."
      action={
        others.length > 0 ? (
          <Button className="pointer-coarse:h-11" onClick={() => setAsking(true)}>
            Log out others
          </Button>
        ) : null
      }
    >
      <SessionList model={model} />
      <FormProblem className="mt-2.5" message={model.problem.value} />
      {isAsking ? (
        <ConfirmDialog
          title="Log out every other device"
          confirmLabel="Log out others"
          isBusy={model.busy.value.has('others')}
          onConfirm={() => void endOthers()}
          onCancel={() => setAsking(false)}
        >
          <p>This device stays logged in. The others must log in again.</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}

function SessionList({ model }: { model: SessionsModel }) {
  useSignals()
  const state = model.sessions.state.value
  if (state.phase === 'loading') return <LoadingRows count={2} />
  if (state.phase === 'failed')
    return (
      <LoadFailed onRetry={() => void model.sessions.load()}>{sayFailure(state.failure).message}</LoadFailed>
    )
  if (state.value.length === 0) return <Note>No sessions are known.</Note>
  return (
    <List label="Sessions">
      {state.value.map((session) => (
        <SessionRow key={session.id} session={session} model={model} />
      ))}
    </List>
  )
}

function SessionRow({ session, model }: { session: LoginSessionWire; model: SessionsModel }) {
  useSignals()
  const { clock } = useServices()
  const Icon = /iphone|android|ipad|mobile/i.test(session.device) ? Smartphone : Monitor
  const seen = listTimeWords(session.last_used_at ?? session.created_at, clock.now())

  async function end() {
    if (await model.end(session.id)) toast(`${session.device} is logged out`)
  }
  return (
    <li className={ROW}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {session.device}
          {session.is_current ? <Mark tone="good">This device</Mark> : null}
        </p>
        <p className="text-sm text-text-2">
          {session.ip ? `${session.ip} · ` : ''}Last used {seen}
        </p>
      </div>
      {session.is_current ? null : (
        <Button
          size="sm"
          className="ml-auto pointer-coarse:h-11"
          aria-label={`Log out ${session.device}`}
          isBusy={model.busy.value.has(session.id)}
          onClick={() => void end()}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
