/** What each state of the identity check says and offers (checklist AUTH-61). */

export interface IdentityState {
  readonly title: string
  readonly text: string
  readonly tone: 'info' | 'good' | 'warn' | 'bad'
  /** Label of the button that opens the check; null when there is nothing to do. */
  readonly action: string | null
}

const STATES: Readonly<Record<string, IdentityState>> = {
  not_started: {
    title: 'Not verified',
    text: 'The check takes about two minutes. You need a government ID and a camera.',
    tone: 'info',
    action: 'Verify my identity',
  },
  in_progress: {
    title: 'Check in progress',
    text: 'Finish the check in the window that opened. This page then updates by itself.',
    tone: 'warn',
    action: 'Open the check again',
  },
  pending_review: {
    title: 'In review',
    text: 'A person is reviewing what you sent. This page updates when the review is done.',
    tone: 'warn',
    action: null,
  },
  success: {
    title: 'ID verified',
    text: 'Sellers see the mark beside your messages and offers.',
    tone: 'good',
    action: null,
  },
  failed: {
    title: 'Not confirmed',
    text: 'The check was not successful. You can try again.',
    tone: 'bad',
    action: 'Try again',
  },
  expired: {
    title: 'Expired',
    text: 'The check timed out. Nothing from it was stored.',
    tone: 'warn',
    action: 'Start again',
  },
}

const UNKNOWN: IdentityState = {
  title: 'Check under way',
  text: 'The provider has not sent the result yet.',
  tone: 'warn',
  action: 'Open the check again',
}

/** A state the provider may add one day is one that is under way. */
export const identityState = (status: string): IdentityState => STATES[status] ?? UNKNOWN
