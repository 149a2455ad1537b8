// What a host's own backend would do: hand out a bearer for the person who is logged in there.
// The token goes from this answer straight into the element; it never stands in an address, an attribute or storage.

/** A tokenProvider for one of the ready-made logins of the demo world. */
export function tokenFor(login) {
  return async () => {
    const response = await fetch(`/demo/token?login=${encodeURIComponent(login)}`, { cache: 'no-store' })
    if (!response.ok) throw new Error(`No token for ${login}: the server answered ${response.status}.`)
    return (await response.json()).token
  }
}

/** Hands every <plat-messenger data-login="…"> on the page its token provider. */
export function connectMessengers() {
  for (const element of document.querySelectorAll('plat-messenger[data-login]'))
    connect(element, tokenFor(element.dataset.login))
}

/** The element draws nothing without a token, so its place on the page says what is wrong and offers to try again. */
export function connect(element, provider) {
  const again = document.createElement('button')
  again.type = 'button'
  again.textContent = 'Try again'
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.append('Messages cannot be opened right now. ', again)
  element.addEventListener('plat-messenger:auth-required', () => {
    again.disabled = false
    element.before(note)
  })
  element.addEventListener('plat-messenger:ready', () => note.remove())
  again.addEventListener('click', async () => {
    again.disabled = true
    const token = await provider().catch(() => null)
    if (token) element.token = token
    else again.disabled = false
  })
  element.tokenProvider = provider
}
