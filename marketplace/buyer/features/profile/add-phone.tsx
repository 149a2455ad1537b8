/** Adds a phone: number, what may be texted to it, and then the code that was texted. */
import { signal } from '@preact/signals-core'
import { type FormEvent, useRef, useState } from 'react'
import type { Phone, TextConsents } from '#marketplace/buyer/platform/user.ts'
import { PhoneInput } from '#marketplace/buyer/ui/phone-input.tsx'
import { errorAt, focusWrong, formMessage } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useUnsaved } from '#marketplace/kit/use-unsaved.ts'
import { parseNanp } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { useFirstField } from './focus.ts'
import type { PhonesModel } from './phones-model.ts'
import { TextPurposes } from './text-purposes.tsx'

export interface AddPhoneProps {
  model: PhonesModel
  onAdded: (phone: Phone | null) => void
  onCancel: () => void
}

export function AddPhone({ model, onAdded, onCancel }: AddPhoneProps) {
  const [number, setNumber] = useState('')
  const [texts, setTexts] = useState<TextConsents>({})
  const { isBusy, during } = useBusy()
  const [error, setError] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)
  const [isDirty] = useState(() => signal(false))
  useUnsaved(isDirty)

  function type(text: string) {
    setNumber(text)
    isDirty.value = text.trim() !== ''
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMessage(null)
    setError(null)
    const parsed = parseNanp(number)
    if (parsed === null) {
      setError('Enter a US or Puerto Rico number with its area code.')
      return focusWrong(form.current)
    }
    const { added, said } = await during(model.add(parsed, texts))
    const [field, message] = [errorAt(said, 'phone'), formMessage(said, ['phone'])]
    setError(field)
    setMessage(message)
    if (field !== null) focusWrong(form.current)
    else if (message === null) onAdded(added)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid max-w-120 gap-4 rounded-lg border border-line px-4 py-4"
    >
      <PhoneInput label="Phone number" value={number} error={error} onChange={type} />
      <TextPurposes
        chosen={texts}
        onChange={(purpose, isOn) => setTexts({ ...texts, [purpose]: isOn ? '' : undefined })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className="pointer-coarse:h-11" isBusy={isBusy}>
          Add and text me a code
        </Button>
        <Button variant="ghost" className="pointer-coarse:h-11" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <FormProblem message={message} />
    </form>
  )
}
