/** The phones of a customer: what is shown, and each thing that can be done to them. No React. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Phone, TextConsents } from '#marketplace/buyer/platform/user.ts'
import { attempt, type FormErrors, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import type { PhoneWire } from '#shared/contract/phone.ts'
import { addPhone, deletePhone, togglePhoneOptedIn, updatePhone } from '#shared/contract/phones.ts'
import { TEXT_PURPOSES, type TextPurpose } from '#shared/contract/text-purposes.ts'

export interface PhonesModel {
  /** As the person wants them, also before the server has agreed. */
  readonly phones: ReadonlySignal<readonly Phone[]>
  /** Phones with a change under way. */
  readonly busy: ReadonlySignal<ReadonlySet<number>>
  /** What went wrong with one of them. */
  readonly problems: ReadonlySignal<ReadonlyMap<number, string>>
  /** The phone that was added, or what is wrong with it. */
  add(number: string, texts: TextConsents): Promise<{ added: Phone | null; said: FormErrors }>
  /** Shown at once, taken back when the server refuses. */
  makeDefault(id: number): Promise<boolean>
  chooseTexts(id: number, purpose: TextPurpose, isOn: boolean): Promise<boolean>
  remove(id: number): Promise<boolean>
}

export interface PhonesDeps {
  api: Api
  stored: ReadonlySignal<readonly Phone[]>
  adopt: (phones: readonly PhoneWire[]) => void
}

const NOTHING: FormErrors = { fields: {}, message: null }

export function createPhonesModel({ api, stored, adopt }: PhonesDeps): PhonesModel {
  const wanted = signal<readonly Phone[] | null>(null)
  const busy = signal<ReadonlySet<number>>(new Set())
  const problems = signal<ReadonlyMap<number, string>>(new Map())
  const phones = computed(() => wanted.value ?? stored.value)

  function setBusy(id: number, isBusy: boolean) {
    const next = new Set(busy.peek())
    if (isBusy) next.add(id)
    else next.delete(id)
    busy.value = next
  }

  // Calls go one after the other: a phone may only be deleted because another was made the default a moment before.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(call: () => Promise<T>): Promise<T> {
    const own = last.then(call)
    last = own.catch(() => {})
    return own
  }

  async function change(
    id: number,
    call: () => Promise<{ data: readonly PhoneWire[] }>,
    shown?: (phone: Phone) => Phone,
  ): Promise<boolean> {
    setBusy(id, true)
    problems.value = without(problems.peek(), id)
    if (shown) wanted.value = phones.peek().map(shown)
    const result = await attempt(inTurn(call))
    setBusy(id, false)
    // Only when nothing else is under way: the answer of one call must not take back another's change.
    if (busy.peek().size === 0 || result.kind === 'failed') wanted.value = null
    if (result.kind === 'done') adopt(result.value.data)
    else problems.value = new Map(problems.peek()).set(id, textOf(sayFailure(result.failure)))
    return result.kind === 'done'
  }

  return {
    phones,
    busy,
    problems,
    async add(number, texts) {
      const known = new Set(stored.peek().map(({ id }) => id))
      const text_purposes = TEXT_PURPOSES.filter((purpose) => texts[purpose] !== undefined)
      const body = { phone: number, sms_default: known.size === 0, text_purposes }
      const result = await attempt(api(addPhone, { body }))
      if (result.kind === 'failed') return { added: null, said: sayFailure(result.failure) }
      adopt(result.value.data)
      return { added: stored.peek().find(({ id }) => !known.has(id)) ?? null, said: NOTHING }
    },
    makeDefault: (id) =>
      change(
        id,
        () => api(updatePhone, { params: { phone: id }, body: { sms_default: true } }),
        (phone) => ({
          ...phone,
          isDefault: phone.id === id,
        }),
      ),
    chooseTexts: (id, purpose, isOn) =>
      change(
        id,
        () =>
          api(togglePhoneOptedIn, {
            body: { entity_phone_id: id, checked: isOn, text_purposes: [purpose] },
          }),
        (phone) => (phone.id === id ? withTexts(phone, purpose, isOn) : phone),
      ),
    remove: (id) => change(id, () => api(deletePhone, { params: { phone: id } })),
  }
}

const withTexts = (phone: Phone, purpose: TextPurpose, isOn: boolean): Phone => ({
  ...phone,
  textConsents: { ...phone.textConsents, [purpose]: isOn ? '' : undefined },
})

/** Why a phone cannot go now, or null. The server asks the same, and whether offers are open. */
export function whyKept(phone: Phone, phones: readonly Phone[]): string | null {
  return phone.isDefault && phones.length > 1
    ? 'This is your default phone. Make another one the default first.'
    : null
}

const textOf = (said: FormErrors): string => formMessage(said) ?? 'That did not work. Try again.'

function without<T>(map: ReadonlyMap<number, T>, id: number): ReadonlyMap<number, T> {
  const next = new Map(map)
  next.delete(id)
  return next
}
