/**
 * Which server message is which send. A POST's answer says it; until then, and for ever when no answer comes, a send is
 * recognised by text and order (widget.md W-53). Pure: given the same sends and messages it always says the same.
 */

/** A send that wants its message. */
export interface Claim {
  readonly clientId: string
  readonly text: string
  /** The newest message id known here when it was first sent: its own message is newer. */
  readonly afterId: number
}

/** A message from the customer that no POST's answer has named yet. */
export interface Candidate {
  readonly id: number
  readonly atMs: number
  readonly text: string
}

/**
 * Gives each claim, in the order they were sent, the first free message with its text. The result is keyed by message id.
 * Guesses are made anew each time, so an answer that comes later can set two equal texts right.
 */
export function matchSends(
  claims: readonly Claim[],
  candidates: readonly Candidate[],
): ReadonlyMap<number, string> {
  const free = [...candidates].sort((a, b) => a.atMs - b.atMs || a.id - b.id)
  const matches = new Map<number, string>()
  for (const claim of claims) {
    const index = free.findIndex((each) => each.id > claim.afterId && isSameText(each.text, claim.text))
    const [found] = index < 0 ? [] : free.splice(index, 1)
    if (found) matches.set(found.id, claim.clientId)
  }
  return matches
}

/** Servers trim what they are sent (Laravel does by default) and may write line ends their own way. */
const isSameText = (a: string, b: string): boolean => plain(a) === plain(b)

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').trim()
