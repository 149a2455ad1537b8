/** The mails and text messages that a demo world sent, as a test reads them. */
import type { Letter } from '#demo/fake-providers/outbox-routes.ts'

const PATIENCE_MS = 10_000
const POLL_MS = 50

/** The newest letter to this address or number that fits, once it was sent. Rejects when it does not come in ten seconds. */
export async function letterTo(
  url: string,
  to: string,
  fits: (letter: Letter) => boolean = () => true,
): Promise<Letter> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const response = await fetch(`${url}/demo/outbox.json?${new URLSearchParams({ to })}`)
    const { messages } = (await response.json()) as { messages: Letter[] }
    const found = messages.find(fits)
    if (found) return found
    if (Date.now() > deadline)
      throw new Error(`${to} got ${messages.length === 0 ? 'nothing' : 'other letters'} in ten seconds.`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The newest code sent there. */
export async function codeTo(url: string, to: string): Promise<string> {
  return (await letterTo(url, to, ({ code }) => code !== null)).code ?? ''
}

/** The newest link sent there that contains a text, in a letter that fits. */
export async function linkTo(
  url: string,
  to: string,
  part: string,
  fits: (letter: Letter) => boolean = () => true,
): Promise<string> {
  const holds = (link: string) => link.includes(part)
  const { links } = await letterTo(url, to, (letter) => fits(letter) && letter.links.some(holds))
  return links.find(holds) ?? ''
}
