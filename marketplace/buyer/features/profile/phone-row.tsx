/** One phone with its marks and what can be done to it. */
import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Phone } from '#marketplace/buyer/platform/user.ts'
import { Mark, ROW } from '#marketplace/buyer/ui/partition-parts.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmPhone } from './confirm-phone.tsx'
import { useFocusAfter } from './focus.ts'
import { type PhonesModel, whyKept } from './phones-model.ts'
import { TextPurposes } from './text-purposes.tsx'

export interface PhoneRowProps {
  phone: Phone
  customer: number
  model: PhonesModel
  /** `sent`: its code is on the way, `open`: to be sent. */
  confirming: 'sent' | 'open' | null
  onConfirming: (isConfirming: boolean) => void
}

export function PhoneRow({ phone, customer, model, confirming, onConfirming }: PhoneRowProps) {
  useSignals()
  const row = useFocusAfter<HTMLLIElement>(confirming !== null)
  const problem = model.problems.value.get(phone.id)
  return (
    <li ref={row} tabIndex={-1} className={ROW}>
      <span className="num mr-1 font-semibold text-md">{formatPhone(phone.number)}</span>
      {phone.isDefault ? <Mark>Default</Mark> : null}
      {phone.isConfirmed ? <Mark tone="good">Confirmed</Mark> : <Mark tone="warn">Not confirmed</Mark>}
      <Actions phone={phone} model={model} confirming={confirming} onConfirming={onConfirming} />
      {confirming ? (
        <ConfirmPhone
          phone={phone}
          customer={customer}
          isSent={confirming === 'sent'}
          onConfirmed={() => {
            onConfirming(false)
            toast('Phone confirmed')
          }}
          onClose={() => onConfirming(false)}
        />
      ) : null}
      <TextPurposes
        chosen={phone.textConsents}
        onChange={(purpose, isOn) => void model.chooseTexts(phone.id, purpose, isOn)}
      />
      <FormProblem className="w-full" message={problem} />
    </li>
  )
}

function Actions({ phone, model, confirming, onConfirming }: Omit<PhoneRowProps, 'customer'>) {
  useSignals()
  const [isAsking, setAsking] = useState(false)
  const name = formatPhone(phone.number)
  const isBusy = model.busy.value.has(phone.id)

  async function makeDefault() {
    if (await model.makeDefault(phone.id)) toast(`${name} is the default phone`)
  }
  return (
    <span className="ml-auto flex flex-wrap items-center gap-1.5">
      {phone.isConfirmed || confirming ? null : (
        <Button size="sm" className="pointer-coarse:h-11" onClick={() => onConfirming(true)}>
          Confirm
        </Button>
      )}
      {phone.isDefault ? null : (
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          disabled={isBusy}
          onClick={() => void makeDefault()}
        >
          Make default
        </Button>
      )}
      <IconButton aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {isAsking ? <DeletePhone phone={phone} model={model} onDone={() => setAsking(false)} /> : null}
    </span>
  )
}

function DeletePhone({ phone, model, onDone }: { phone: Phone; model: PhonesModel; onDone: () => void }) {
  useSignals()
  const kept = whyKept(phone, model.phones.value)
  const isLast = model.phones.value.length === 1
  async function remove() {
    if (await model.remove(phone.id)) toast('Phone deleted')
    onDone()
  }
  return (
    <ConfirmDialog
      title={`Delete ${formatPhone(phone.number)}`}
      confirmLabel="Delete phone"
      isDanger
      isBusy={model.busy.value.has(phone.id)}
      canConfirm={kept === null}
      onConfirm={() => void remove()}
      onCancel={onDone}
    >
      <p>
        {kept ??
          (isLast
            ? 'This is your only phone. Without one you get no codes and no text messages, and you can delete it only while you have no active offers.'
            : 'No more codes and text messages go to this number.')}
      </p>
    </ConfirmDialog>
  )
}
