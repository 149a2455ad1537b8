/** Which key means what on the browse page (checklist BRW-46). Pure: what a press does is decided by who asks. */
import { isPlain, type Press } from '#marketplace/kit/keys/key-press.ts'

interface KeyCommand<Name extends string> {
  readonly command: Name
  /** Pressed one after the other. */
  readonly keys: string
  /** Means the same. */
  readonly alias?: string
  readonly label: string
}

const key = <Name extends string>(
  command: Name,
  keys: string,
  label: string,
  alias?: string,
): KeyCommand<Name> => ({
  command,
  keys,
  label,
  ...(alias === undefined ? {} : { alias }),
})

export const COMMANDS = [
  key('search', '/', 'Search a place or an address'),
  key('next', 'j', 'Next deal'),
  key('previous', 'k', 'Previous deal'),
  key('open', 'Enter', 'Open the deal'),
  key('favourite', 'f', 'Save or unsave the deal', 's'),
  key('offer', 'o', 'Make an offer on the deal'),
  key('hide', 'x', 'Hide the deal', 'h'),
  key('compare', 'c', 'Compare the deal'),
  key('message', 'm', 'Message its seller'),
  key('messages', 'g m', 'Go to messages'),
  key('find', 'Ctrl K', 'Find anything'),
  key('help', '?', 'Show these keys'),
] as const
export type Command = (typeof COMMANDS)[number]['command']

/**
 * `before` is the key of the press before, for keys that follow each other. Enter is left to the link in focus, Ctrl K to the
 * top bar, which every page has.
 */
export function commandOf(press: Press, before: string | null): Command | null {
  if (!isPlain(press)) return null
  if (before === 'g') return press.key === 'm' ? 'messages' : null
  const found = COMMANDS.find(({ keys, alias }) => keys === press.key || alias === press.key)
  return found === undefined || found.command === 'open' ? null : found.command
}
