/** Words of saved replies: their menu, their fields, and what is left to fill in. */
import type { REPLY_FIELDS } from './reply-fields.ts'

export const REPLY_WORDS = {
  menu: 'Saved replies',
  placeholder: 'Type a reply',
  placeholderWithMenu: 'Type a reply, or / for saved replies',
  open: 'Fill in before you send:',
  sendAnyway: 'Send as it is',
  fields: 'Fields',
  fieldsIntro:
    'A field is filled in for the conversation. Any other name in braces, like {code}, you fill in before you send.',
} as const

export const FIELD_NAMES: Readonly<Record<(typeof REPLY_FIELDS)[number], string>> = {
  first_name: 'the buyer’s first name',
  deal: 'the address of the latest deal in the conversation',
  my_name: 'your first name',
  company: 'the company’s name',
}

export const menuHead = (words: string): string =>
  words.trim() === '' ? REPLY_WORDS.menu : `${REPLY_WORDS.menu} matching “/${words}”`

export const repliesFound = (count: number): string =>
  count === 1 ? '1 saved reply' : `${count} saved replies`

/** Why a reply is not sent yet. */
export const notFilled = (fields: readonly string[]): string =>
  `Not sent: ${fields.join(', ')} ${fields.length === 1 ? 'is' : 'are'} not filled in.`
