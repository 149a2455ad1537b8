/** Opens the identity check of the configured provider. No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'

export interface VerificationModel {
  readonly isBusy: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<string | null>
  /** The check's address, for a link when the browser let no window open. */
  readonly link: ReadonlySignal<string | null>
  start(): Promise<void>
}

export interface VerificationDeps {
  /** Begins the check: its page, or else the token for the provider's script. Rejects with `ApiError`. */
  begin(): Promise<{ url?: string | null | undefined; link_token?: string }>
  /** Opens the provider's own script with the token; false when it is not there. */
  openScript?: (token: string) => Promise<boolean>
  /** Asks who this is again: the check has been begun. */
  refresh: () => Promise<void>
}

const NO_SCRIPT =
  'The identity check could not be loaded. A blocker may hold it back: allow it and try again.'

export function createVerificationModel({ begin, openScript, refresh }: VerificationDeps): VerificationModel {
  const isBusy = signal(false)
  const problem = signal<string | null>(null)
  const link = signal<string | null>(null)

  async function start(): Promise<void> {
    if (isBusy.peek()) return
    isBusy.value = true
    problem.value = null
    link.value = null
    const result = await attempt(begin())
    if (result.kind === 'failed') {
      problem.value = formMessage(sayFailure(result.failure))
    } else {
      const { link_token = '', url } = result.value
      if (url) link.value = openWindow(url) ? null : url
      else if (!(await openScript?.(link_token))) problem.value = NO_SCRIPT
      void refresh()
    }
    isBusy.value = false
  }

  return { isBusy, problem, link, start }
}

/** In a new window, which has no access to this one. False when the browser blocked it. */
function openWindow(url: string): boolean {
  const opened = window.open(url, '_blank')
  if (opened !== null) opened.opener = null
  return opened !== null
}
