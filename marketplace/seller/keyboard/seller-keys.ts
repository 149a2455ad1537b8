/**
 * The keys of the seller app. Each is also a control of the page: an element with `data-key` is pressed by that key, or focused if it
 * is a field. To add a key, give its control the attribute and add its row here.
 */
import type { KeyRow } from '#marketplace/kit/keys/keys-dialog.tsx'

/** About one conversation: a row of the list that has the focus is opened first. */
const OF_CONVERSATION: readonly KeyRow[] = [
  { keys: 'r', label: 'Reply' },
  { keys: '/', label: 'Saved replies, also in an empty reply' },
  { keys: 'e', label: 'Mark the conversation done' },
  { keys: 'h', alias: 'z', label: 'Snooze the conversation' },
  { keys: 'a', label: 'Assign the conversation' },
  { keys: 'n', label: 'Write a note for the team' },
]

export const SELLER_KEYS: readonly KeyRow[] = [
  { keys: 'Ctrl K', label: 'Find anything' },
  { keys: 'j', label: 'Next conversation' },
  { keys: 'k', label: 'Previous conversation' },
  { keys: 'Enter', label: 'Open the conversation, then reply' },
  ...OF_CONVERSATION,
  { keys: 'Esc', label: 'Back from the conversation to the list' },
  { keys: 'g t', label: 'Go to today' },
  { keys: 'g i', label: 'Go to the inbox' },
  { keys: 'g d', label: 'Go to deals' },
  { keys: 'g o', label: 'Go to offers' },
  { keys: 'g b', label: 'Go to buyers' },
  { keys: 'g c', label: 'Go to the company' },
  { keys: '?', label: 'Show these keys' },
]

export const KEYBOARD_WORDS = {
  button: 'Keyboard',
  switch: 'Use single keys in the seller app',
} as const

/** `before` is the key of the press before, for keys that follow each other. */
export function keysOf(key: string, before: string | null): string {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  const keys = before === 'g' ? `g ${pressed}` : pressed
  return SELLER_KEYS.find(({ alias }) => alias === keys)?.keys ?? keys
}

export const isOfConversation = (pressed: string): boolean =>
  OF_CONVERSATION.some(({ keys }) => keys === pressed)
