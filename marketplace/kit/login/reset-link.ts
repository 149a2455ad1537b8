/** The mailed link to a new password, or to a first one (`join`), as the seller's app and the console open it. */
import { PASSWORD_PLACES } from '#shared/contract/work-links.ts'

const RESET_LINK = new RegExp(`^#(${PASSWORD_PLACES.join('|')})/([\\w-]+)$`)

export interface MailedLink {
  token: string
  /** An invitation: the person has no password yet. */
  isFirst: boolean
}

/** It is removed from the address, so it stays in no history and on no screen. */
export function takeMailedLink({ location, history, addEventListener }: Window): MailedLink | null {
  // The link was opened where the app is open already: the browser changes the hash and loads nothing.
  addEventListener('hashchange', () => {
    if (RESET_LINK.test(location.hash)) location.reload()
  })
  const [, purpose, token] = RESET_LINK.exec(location.hash) ?? []
  if (token === undefined) return null
  history.replaceState(null, '', location.pathname + location.search)
  return { token, isFirst: purpose === 'join' }
}
