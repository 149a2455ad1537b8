/** Plaid's Link, the script of an identity provider, as far as it is used here. */

interface LinkHandler {
  open(): void
  destroy(): void
}

interface LinkSettings {
  token: string
  onSuccess: () => void
  onExit: () => void
}

interface WithLink {
  Plaid?: { create(settings: LinkSettings): LinkHandler }
}

/** False when the script is not on the page. `ended` runs when the person is done or turned away. */
export function openIdentityLink(token: string, ended: () => void): boolean {
  const { Plaid } = window as WithLink
  if (Plaid === undefined) return false
  const end = () => {
    handler.destroy()
    ended()
  }
  const handler = Plaid.create({ token, onSuccess: end, onExit: end })
  handler.open()
  return true
}
