/** Recurly.js as far as it is used here: its card fields, which are frames of theirs, and the step at the card's bank. */
import type { Tokenized } from './hosted-fields.ts'

interface RecurlyElement {
  attach(target: Element): void
}
interface RecurlyElements {
  CardElement(options?: object): RecurlyElement
}
interface RecurlyError {
  readonly message: string
}
interface ThreeDSecure {
  on(event: 'token', hear: (token: { readonly id: string }) => void): void
  on(event: 'error', hear: (error: RecurlyError) => void): void
  attach(target: Element): void
  remove(): void
}
interface Recurly {
  configure(publicKey: string): void
  Elements(): RecurlyElements
  token(
    elements: RecurlyElements,
    form: HTMLFormElement,
    done: (error: RecurlyError | null, token: { readonly id: string } | null) => void,
  ): void
  Risk(): { ThreeDSecure(settings: { actionTokenId: string }): ThreeDSecure }
}

/** Null when the script is not on the page. */
function recurlyOf(window: Window): Recurly | null {
  return (window as { recurly?: Recurly }).recurly ?? null
}

/** Draws the fields into `target`; null when the script is not there. The form holds the holder's name, which is not secret. */
export function attachRecurlyFields(
  target: Element,
  form: HTMLFormElement,
  publicKey: string,
): (() => Promise<Tokenized>) | null {
  const recurly = recurlyOf(window)
  if (recurly === null) return null
  recurly.configure(publicKey)
  const elements = recurly.Elements()
  elements.CardElement().attach(target)
  return () =>
    new Promise((resolve) =>
      recurly.token(elements, form, (error, token) =>
        resolve(
          token === null
            ? { kind: 'invalid', message: error?.message ?? 'The card could not be read. Check its fields.' }
            : { kind: 'token', token: token.id },
        ),
      ),
    )
}

/** Draws the bank's step into `target`; false when the script is not there. `done` gets the token of its result. */
export function attachRecurlyStep(
  target: Element,
  { publicKey, actionToken }: { publicKey: string; actionToken: string },
  done: (resultToken: string | null) => void,
): boolean {
  const recurly = recurlyOf(window)
  if (recurly === null) return false
  recurly.configure(publicKey)
  const step = recurly.Risk().ThreeDSecure({ actionTokenId: actionToken })
  step.on('token', ({ id }) => done(id))
  step.on('error', () => done(null))
  step.attach(target)
  return true
}
