/** What the page can do for a visitor who is not logged in: it answers an event with its own login (docs/embedding.md, Who is logged in). */

type PageLogin = () => unknown

/**
 * What a button does that opens the page's login; null when no listener of the page offers one. `within`: an element of the
 * launcher, whose event bubbles out of it to the document. `done` runs once the login has ended, however it ended.
 */
export function pageLogin(within: Element, done: () => void): (() => void) | null {
  const offers: PageLogin[] = []
  const detail = { offer: (login: PageLogin) => void offers.push(login) }
  within.dispatchEvent(new CustomEvent('plat-messenger:login', { bubbles: true, composed: true, detail }))
  const [login] = offers
  return login ? () => void Promise.resolve(login()).then(done, done) : null
}
