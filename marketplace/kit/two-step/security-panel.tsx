/** Two-step login in the settings of a person: what they have, and adding, naming and removing it. */
import { useSignals } from '@preact/signals-react/runtime'
import { KeyRound, Smartphone } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import type { FactorWire, TwoStepWire } from '#shared/contract/two-step.ts'
import { FACTOR_NAME_MAX_LENGTH } from '#shared/contract/two-step-limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { AddApp } from './add-app.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SecurityModel } from './security-model.ts'

type Open = { kind: 'passkey' } | { kind: 'rename' | 'remove'; factor: FactorWire }

export function SecurityPanel({ model }: { model: SecurityModel }) {
  useSignals()
  const [open, setOpen] = useState<Open | null>(null)
  const twoStep = model.twoStep.value
  const offer = model.offer.value
  const codes = model.recoveryCodes.value
  useEffect(() => void model.load(), [model])
  if (!twoStep && model.problem.value)
    return <LoadFailed onRetry={() => void model.load()}>{model.problem.value}</LoadFailed>
  return (
    <div className="grid gap-4">
      <p className="text-sm text-text-2">{introOf(twoStep)}</p>
      {twoStep && twoStep.factors.length > 0 ? <Factors twoStep={twoStep} onOpen={setOpen} /> : null}
      <div className="flex flex-wrap gap-2">
        {model.hasPasskeys ? (
          <Button variant="primary" onClick={() => setOpen({ kind: 'passkey' })}>
            Add a passkey
          </Button>
        ) : null}
        <Button isBusy={model.isBusy.value && open === null} onClick={() => void model.startApp()}>
          Add an authenticator app
        </Button>
      </div>
      {twoStep && twoStep.factors.length > 0 && !twoStep.is_enrolling ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span>{twoStep.recovery_codes_left} recovery codes left.</span>
          <Button size="sm" onClick={() => void model.renewRecoveryCodes()}>
            Make new recovery codes
          </Button>
        </div>
      ) : null}
      <FormProblem message={open === null && offer === null ? model.problem.value : null} />
      {offer ? <AddApp model={model} offer={offer} /> : null}
      {open ? <FactorDialog model={model} open={open} onClose={() => setOpen(null)} /> : null}
      {codes ? <RecoveryCodes codes={codes} onClose={model.closeRecoveryCodes} /> : null}
    </div>
  )
}

function introOf(twoStep: TwoStepWire | null): string {
  if (!twoStep) return 'Loading…'
  if (twoStep.factors.length > 0) return 'Logging in asks for your password and one of these.'
  return 'A password can be stolen. Add a passkey or an authenticator app, and a stolen password lets nobody in.'
}

function Factors({ twoStep, onOpen }: { twoStep: TwoStepWire; onOpen: (open: Open) => void }) {
  return (
    <ul
      aria-label="Passkeys and apps"
      className="rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
    >
      {twoStep.factors.map((factor) => (
        <li key={factor.id} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
          {factor.kind === 'passkey' ? (
            <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <Smartphone size={18} strokeWidth={1.75} aria-hidden="true" />
          )}
          <span className="me-auto min-w-0">
            <span className="block truncate font-medium">{factor.name}</span>
            <span className="block text-sm text-text-3">{usedText(factor)}</span>
          </span>
          <span className="flex gap-2">
            <Button
              size="sm"
              aria-label={`Rename ${factor.name}`}
              onClick={() => onOpen({ kind: 'rename', factor })}
            >
              Rename
            </Button>
            <Button
              size="sm"
              aria-label={`Remove ${factor.name}`}
              onClick={() => onOpen({ kind: 'remove', factor })}
            >
              Remove
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

function usedText({ kind, created_at, last_used_at }: FactorWire): string {
  const added = `${kind === 'passkey' ? 'Passkey' : 'Authenticator app'}, added ${dayWords(created_at)}`
  return last_used_at ? `${added}, last used ${dayWords(last_used_at)}` : added
}

interface FactorDialogProps {
  model: SecurityModel
  open: Open
  onClose: () => void
}

function FactorDialog({ model, open, onClose }: FactorDialogProps) {
  useSignals()
  const isBusy = model.isBusy.value
  const problem = model.errors.value.name ?? model.problem.value
  const shared = { isBusy, problem, onClose }
  if (open.kind === 'passkey')
    return (
      <NameDialog
        {...shared}
        title="Add a passkey"
        action="Continue"
        first="Passkey"
        onName={model.addPasskey}
      />
    )
  const { id, name } = open.factor
  if (open.kind === 'rename')
    return (
      <NameDialog
        {...shared}
        title={`Rename ${name}`}
        action="Save"
        first={name}
        onName={(next) => model.rename(id, next)}
      />
    )
  const remove = async () => {
    if (await model.remove(id)) onClose()
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      isDanger
      isBusy={isBusy}
      error={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p className="text-sm">It can no longer be used to log in.</p>
    </ConfirmDialog>
  )
}

interface NameDialogProps {
  title: string
  action: string
  first: string
  isBusy: boolean
  problem: string | null
  /** Resolves with true when it is done. */
  onName: (name: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for the name of a passkey or an app. */
function NameDialog({ title, action, first, isBusy, problem, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(first)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await onName(name.trim())) onClose()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label="Name"
          error={problem}
          required
          maxLength={FACTOR_NAME_MAX_LENGTH}
          help="So that you know it again, e.g. “Work laptop”."
          value={name}
          onChange={({ target: { value } }) => setName(value)}
        />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {action}
        </Button>
      </form>
    </Modal>
  )
}
