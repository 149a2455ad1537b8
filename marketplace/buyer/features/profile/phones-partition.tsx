/** The phones: a list with default and confirmed marks, adding, confirming, text messages, deleting. */
import { computed } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { List, Note, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { PHONES_MAX } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { AddPhone } from './add-phone.tsx'
import { useFocusAfter } from './focus.ts'
import type { PartitionProps } from './partition-props.ts'
import { PhoneRow } from './phone-row.tsx'
import { createPhonesModel } from './phones-model.ts'

export default function PhonesPartition({ user }: PartitionProps) {
  useSignals()
  const { api, user: store } = useServices()
  const [model] = useState(() =>
    createPhonesModel({
      api,
      stored: computed(() => (store.state.value.phase === 'user' ? store.state.value.user.phones : [])),
      adopt: store.adoptPhones,
    }),
  )
  const [isAdding, setAdding] = useState(false)
  const [confirming, setConfirming] = useState<{ id: number; how: 'sent' | 'open' } | null>(null)
  const addButton = useFocusAfter<HTMLButtonElement>(isAdding)
  const phones = model.phones.value
  useFocusWhenFewer(phones.length, addButton)
  const isFull = phones.length >= PHONES_MAX

  return (
    <Section
      title="Your phones"
      note="Codes go to the default phone. A number counts for you once it is confirmed."
      action={
        isAdding || isFull ? null : (
          <Button ref={addButton} className="pointer-coarse:h-11" onClick={() => setAdding(true)}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            Add phone
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {isAdding ? (
          <AddPhone
            model={model}
            onCancel={() => setAdding(false)}
            onAdded={(phone) => {
              setAdding(false)
              setConfirming(phone === null ? null : { id: phone.id, how: 'sent' })
            }}
          />
        ) : null}
        {isFull ? (
          <Note>You have {PHONES_MAX} phones, which is the most. Delete one to add another.</Note>
        ) : null}
        {phones.length === 0 ? (
          <Note>No phone yet. Add one to get codes by text message and to be able to make offers.</Note>
        ) : (
          <List label="Phones">
            {phones.map((phone) => (
              <PhoneRow
                key={phone.id}
                phone={phone}
                customer={user.id}
                model={model}
                confirming={confirming?.id === phone.id ? confirming.how : null}
                onConfirming={(isConfirming) =>
                  setConfirming(isConfirming ? { id: phone.id, how: 'open' } : null)
                }
              />
            ))}
          </List>
        )}
      </div>
    </Section>
  )
}

/** A phone that was deleted took the button with it that the keyboard was at. */
function useFocusWhenFewer(count: number, button: RefObject<HTMLButtonElement | null>): void {
  const last = useRef(count)
  useEffect(() => {
    const isFewer = count < last.current
    last.current = count
    if (!isFewer) return
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [count, button])
}
