/** What the row of a member’s phone says. */
export const PHONE_LABELS = {
  title: 'Mobile phone',
  notLoaded: 'Your phone number could not be loaded.',
  use: 'For the texts that you choose under My login',
  // Not “confirmed”: an operator may have entered it.
  saved: 'Saved',
  add: 'Add a number',
  change: 'Change',
  number: 'Number',
  seen: 'Buyers who are logged in see it on the deals that you manage.',
  sent: 'We texted a code to this number.',
  send: 'Text me a code',
  again: 'Text another code',
  sentAgain: 'We texted another code to this number.',
  code: 'Code',
  confirm: 'Confirm',
} as const
