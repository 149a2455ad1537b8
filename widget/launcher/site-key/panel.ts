/** What the guest's panels are made of: labelled fields, buttons, and what is wrong under each field. Knows no call. */
import { make } from '../dom.ts'
import type { Refused } from './guest-parts.ts'

export const text = (words: string): Text => document.createTextNode(words)

type Control = HTMLInputElement | HTMLTextAreaElement

export interface Field {
  readonly row: HTMLElement
  readonly control: Control
}

/** `name` is also the field's name in the server's errors. */
export function field(label: string, name: string, control: Control): Field {
  control.name = name
  const error = make('small', { id: `plat-${name}-error` })
  control.setAttribute('aria-describedby', error.id)
  control.oninput = () => setError(control, error, '')
  return { row: make('label', {}, text(label), control, error), control }
}

export const input = (attributes: Record<string, string>): HTMLInputElement => make('input', attributes)

export const emailInput = (): HTMLInputElement =>
  input({ type: 'email', autocomplete: 'email', inputmode: 'email' })

export const codeInput = (): HTMLInputElement =>
  input({ autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: '6' })

export function linkButton(words: string, press: () => void): HTMLElement {
  const button = make('button', { type: 'button', class: 'link' }, text(words))
  button.onclick = press
  return button
}

function setError(control: Control, error: Element, words: string): void {
  error.textContent = words
  if (words) control.setAttribute('aria-invalid', 'true')
  else control.removeAttribute('aria-invalid')
}

export interface PanelForm {
  readonly form: HTMLFormElement
  /** Of a field that is there, without the blanks around it. */
  value(name: string): string
}

/** A form whose button is busy while `send` runs. What `send` resolves with is shown, by field where it can be. */
export function panelForm(
  parts: { fields: readonly Field[]; before?: readonly Node[]; button: string },
  send: (form: PanelForm) => Promise<Refused | undefined>,
): PanelForm {
  const status = make('div', { role: 'alert' })
  const button = make('button', { type: 'submit', class: 'main' }, text(parts.button))
  const rows = parts.fields.map(({ row }) => row)
  const form = make('form', { novalidate: '' }, ...rows, ...(parts.before ?? []), status, button)
  const own: PanelForm = {
    form,
    value: (name) => parts.fields.find(({ control }) => control.name === name)?.control.value.trim() ?? '',
  }
  form.onsubmit = async (event) => {
    event.preventDefault()
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    status.textContent = ''
    const refused = await send(own).catch(() => FAILED)
    button.ariaBusy = null
    if (refused) status.textContent = sayWrong(parts.fields, refused)
  }
  return own
}

const FAILED: Refused = { message: 'It could not be sent. Nothing is lost: try again.' }

/** Under each field what is wrong with it; answers with what belongs to none. */
function sayWrong(fields: readonly Field[], { message = '', errors = {} }: Refused): string {
  let first: Control | null = null
  for (const { row, control } of fields) {
    const [words = ''] = errors[control.name] ?? []
    setError(control, row.lastElementChild ?? row, words)
    if (words) first ??= control
  }
  first?.focus()
  if (first) return ''
  return Object.values(errors).flat()[0] ?? message
}
