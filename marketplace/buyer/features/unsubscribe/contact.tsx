/** For an address without an account that companies imported: what they keep, and stopping or erasing it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import type { ImportedContactWire } from '#shared/contract/subscriptions.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import type { UnsubscribeModel } from './unsubscribe-model.ts'

interface ContactProps {
  model: UnsubscribeModel
  email: string
  isStopped: boolean
  imports: readonly ImportedContactWire[]
}

export function Contact({ model, email, isStopped, imports }: ContactProps) {
  useSignals()
  const [isAsking, setAsking] = useState(false)
  const isBusy = model.isBusy.value
  const address = <b className="break-words font-medium text-text">{email}</b>
  return (
    <>
      <p className="text-base text-text-2">These companies imported {address}:</p>
      <ul className="grid gap-3">
        {imports.map((one) => (
          <li
            key={one.company + one.imported_at}
            className="rounded-md border border-line px-3 py-2.5 text-sm"
          >
            <p className="font-label">{one.company}</p>
            <p className="text-text-2">{aboutWords(one)}</p>
            <p className="text-text-2">Emails: {isStopped ? STOPPED : proofWords(one.email_consent)}</p>
            <p className="text-text-2">Texts: {isStopped ? STOPPED : proofWords(one.sms_consent)}</p>
          </li>
        ))}
      </ul>
      <p role="status" className="text-base text-text empty:sr-only">
        {isStopped
          ? 'Companies on this site no longer email or text you, and cannot import this address again.'
          : null}
      </p>
      {isStopped ? (
        <Button isBusy={isBusy} className="justify-self-start" onClick={() => void model.set('all', true)}>
          Allow companies to import it again
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          isBlock
          isBusy={isBusy}
          onClick={() => void model.set('all', false)}
        >
          Stop all emails and texts
        </Button>
      )}
      <Button size="lg" isBlock disabled={isBusy} onClick={() => setAsking(true)}>
        Erase my data
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title="Erase your data"
          confirmLabel="Erase my data"
          isDanger
          isBusy={isBusy}
          error={model.problem.value}
          onConfirm={() => void model.erase()}
          onCancel={() => setAsking(false)}
        >
          <p>
            Everything that companies imported about this address is deleted, and nobody on this site emails
            or texts you. This cannot be undone.
          </p>
        </ConfirmDialog>
      ) : (
        <FormProblem message={model.problem.value} />
      )}
    </>
  )
}

export function Erased() {
  return (
    <p role="status" className="text-base text-text-2">
      What companies imported about you is erased. Only a code made from your address is kept, so that nobody
      can import it again.
    </p>
  )
}

const STOPPED = 'stopped'

function aboutWords({ imported_at, name, phone }: ImportedContactWire): string {
  const known = [name, phone == null ? null : formatPhone(phone)].filter(
    (part) => part != null && part !== '',
  )
  return [`Imported ${dayWords(imported_at)}`, ...known].join(' · ')
}

const proofWords = (proof: ImportedContactWire['email_consent']): string =>
  proof ? `they say you agreed, ${dayWords(proof.at)}: ${proof.how}` : 'none, as you have not agreed'
