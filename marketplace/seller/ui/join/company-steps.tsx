/** The guide's steps about the company: what buyers see of it, its checks, its buyers, and its site. */
import { useSignals } from '@preact/signals-react/runtime'
import { Hourglass } from 'lucide-react'
import type { FormEvent } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useTypedInput, useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import { keyLine } from '#marketplace/seller/company/embed-code.ts'
import { KEY_LABELS } from '#marketplace/seller/company/key-labels.ts'
import { ImportFields, useBuyerImport } from '#marketplace/seller/ui/buyers/import-fields.tsx'
import { CompanyFields, useCompanyDraft } from '#marketplace/seller/ui/company/company-fields.tsx'
import { KeyForm } from '#marketplace/seller/ui/company/key-form.tsx'
import { KeyList } from '#marketplace/seller/ui/company/key-list.tsx'
import type { ServerKeyWire } from '#shared/contract/seller-keys.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { Button } from '#shared/ui/button.tsx'
import { IdentityChecks } from './identity-checks.tsx'
import { StepFoot } from './start-frame.tsx'
import { importLabel, START_LABELS, waitingFor } from './start-labels.ts'
import type { StepProps } from './step-props.ts'

/** A form's `onSubmit` that does this instead of loading a page. */
const submitWith = (go: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  void go()
}

export function CompanyStep({ store, company, goOn }: StepProps) {
  useSignals()
  const draft = useCompanyDraft(store, company)
  const save = async () => {
    if (!draft.isDirty || (await draft.save())) goOn()
  }
  return (
    <form noValidate onSubmit={submitWith(save)} className="grid gap-6">
      <CompanyFields store={store} company={company} draft={draft} />
      <FormProblem message={store.company.errorMessage.value} />
      <StepFoot step="company" isBusy={draft.isBusy} isDisabled={!draft.isNamed} />
    </form>
  )
}

export const IdentityStep = ({ store, company, goOn }: StepProps) => (
  <div className="grid gap-6">
    <IdentityChecks store={store} company={company} />
    <p className="text-sm text-text-2">
      {START_LABELS.meanwhile}{' '}
      <a href={hashOf({ kind: 'login' })} className="text-link">
        {START_LABELS.secureLogin}
      </a>
    </p>
    <StepFoot step="identity" onContinue={goOn} />
  </div>
)

export function BuyersStep({ store, goOn }: StepProps) {
  const typed = useTypedInput()
  const list = useBuyerImport(store.buyers)
  const { file, done, mayBring, progress, bring } = list
  const isNew = file !== null && done === null
  useUnsavedWhile(isNew)
  return (
    <form ref={typed} noValidate onSubmit={submitWith(isNew ? bring : goOn)} className="grid gap-6">
      <ImportFields of={list} accountId={store.member.account.id} />
      <StepFoot
        step="buyers"
        label={isNew ? importLabel(file.rows.length) : START_LABELS.goOn}
        isBusy={progress !== null}
        isDisabled={isNew && !mayBring}
      />
    </form>
  )
}

export function SiteStep({ keys, goOn }: StepProps) {
  useSignals()
  const state = keys.state.value
  const all = state.phase === 'ready' ? state.value : []
  const [first] = all
  if (!first)
    return (
      <KeyForm
        store={keys}
        known={null}
        onClose={() => {}}
        foot={(isBusy) => <StepFoot step="site" label={KEY_LABELS.add} isBusy={isBusy} />}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <KeyList store={keys} />
      <Waiting all={all} onCheck={() => void keys.load()} />
      <p className="text-sm text-text-2">
        {START_LABELS.otherPerson}{' '}
        <a href={mailOf(first)} className="text-link">
          {START_LABELS.sendLine}
        </a>
      </p>
      <StepFoot step="site" label={START_LABELS.finish} onContinue={goOn} />
    </div>
  )
}

/** Until a page has used one of the keys. */
function Waiting({ all, onCheck }: { all: readonly ServerKeyWire[]; onCheck: () => void }) {
  const isSeen = all.some(({ last_used_at }) => last_used_at)
  return (
    <div role="status" className="empty:sr-only">
      {isSeen ? null : (
        <p className="flex items-center gap-2 rounded-md bg-warn-soft py-1.5 ps-3 pe-1.5 text-sm">
          <Hourglass size={15} aria-hidden="true" className="flex-none text-warn-text" />
          <span className="wrap-anywhere me-auto min-w-0">{waitingFor(all[0]?.origins[0])}</span>
          <Button variant="ghost" size="sm" onClick={onCheck}>
            {START_LABELS.checkNow}
          </Button>
        </p>
      )}
    </div>
  )
}

const mailOf = ({ publishable_key }: ServerKeyWire): string =>
  `mailto:?${new URLSearchParams({
    subject: START_LABELS.sendSubject,
    body: `${KEY_LABELS.line}:\n\n${keyLine(window.location.origin, publishable_key)}`,
  })
    .toString()
    .replaceAll('+', '%20')}`
