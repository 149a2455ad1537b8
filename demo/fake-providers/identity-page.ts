/** The page of the embedded identity check: whoever is checked says how it ends. */
import type { IdentityStatus } from '#server/providers/identity/identity-provider.ts'
import { type Html, html } from './html.ts'

export interface ShownCheck {
  /** Where the form is sent. */
  path: string
  /** Who is checked. */
  name: string
  status: IdentityStatus
  /** Of a company, in the seller's app. */
  isMember: boolean
}

const STATES: Record<IdentityStatus, { look: string; words: string }> = {
  started: { look: '', words: 'The check has not been decided.' },
  in_progress: { look: '', words: 'The check has not been decided.' },
  pending_review: {
    look: 'wait',
    words: 'A person looks at it. Plat was told that the check is under review.',
  },
  success: { look: 'good', words: 'Verified. Plat was told that the check passed.' },
  failed: { look: 'bad', words: 'Not verified. Plat was told that the check failed.' },
  expired: { look: 'bad', words: 'This check has expired. Begin a new one in Plat.' },
}

/** A decided check stays as it is; one under review may still be decided. */
export const isOpen = (status: IdentityStatus): boolean =>
  status === 'started' || status === 'in_progress' || status === 'pending_review'

export function identityPage(check: ShownCheck, problem = ''): Html {
  const { look, words } = STATES[check.status]
  return html`
    ${head('Identity check', `A fake verification service. No document is needed: you choose the result for ${check.name}.`)}
    <div class="card">
      <p class="state ${look}" role="status">${words}</p>
      ${problem ? [html`<p class="state bad" role="alert">${problem}</p>`] : []}
      ${isOpen(check.status) ? [decisions(check)] : []}
    </div>
    <p class="fine">${check.isMember ? backTo('/seller/#start/identity', 'Back to the guide') : backTo('/profile/verification', 'Back to your profile')}</p>`
}

const backTo = (path: string, label: string): Html => html`<a href="${path}">${label}</a>`

export const noSuchCheck = (): Html => html`
  ${head('No such check', 'This link belongs to no identity check. Begin a new one in your profile.')}
  <p class="fine"><a href="/profile/verification">Back to your profile</a></p>`

function decisions({ path, status }: ShownCheck): Html {
  return html`
    <form method="post" action="${path}">
      <button class="button primary wide" name="decision" value="pass">Pass</button>
    </form>
    <form method="post" action="${path}">
      <div class="field"><label for="reason">Reason, shown to the person</label>
        <input id="reason" name="reason" maxlength="200" value="The photo of the document could not be read."></div>
      <button class="button wide" name="decision" value="fail">Fail</button>
    </form>
    ${
      status === 'pending_review'
        ? []
        : [
            html`
    <form method="post" action="${path}">
      <button class="button wide" name="decision" value="review">Pending review</button>
    </form>`,
          ]
    }`
}

const head = (title: string, words: string): Html => html`
  <header class="head">
    <a class="brand" href="/"><img src="/favicon.svg" alt="" width="22" height="22">Plat ID check (demo)</a>
    <h1>${title}</h1>
    <p class="quiet">${words}</p>
  </header>`
