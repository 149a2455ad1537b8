/** Which origins a seller may allow for a key: https ones, and http on the own machine. Browser and server agree by it. */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** The origin as a browser writes it, or null if the text is none that may be allowed. */
export function originOf(text: string): string | null {
  const url = URL.parse(text.trim())
  if (!url || url.origin === 'null' || url.username !== '' || url.password !== '') return null
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.hostname.includes('*')) return null
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  return isAllowed ? url.origin : null
}

export const ORIGIN_HINT = 'Enter an origin like https://www.example.com, or http://localhost:3000 for tests.'
