/** Fields of saved replies: the conversation fills in those that it knows, and the others stay marked until somebody fills them in. Pure. */
import { foldText } from '#shared/rules/fold-text.ts'

export interface ReplyFacts {
  readonly buyer: string
  /** The address of the deal that was last written about, as buyers see it; null for none yet. */
  readonly deal: string | null
  readonly member: string
  readonly company: string
}

/** In the order in which the editor lists them. */
export const REPLY_FIELDS = ['first_name', 'deal', 'my_name', 'company'] as const
type ReplyField = (typeof REPLY_FIELDS)[number]

/** Also a name that no fact has, e.g. `{code}`: the person who sends the reply fills it in. */
const FIELD = /\{[a-z][a-z0-9_]{0,39}\}/g

export function filledReply(body: string, { buyer, deal, member, company }: ReplyFacts): string {
  const values: Readonly<Record<ReplyField, string | null>> = {
    first_name: firstName(buyer),
    deal,
    my_name: firstName(member),
    company,
  }
  return body.replace(FIELD, (field) => values[field.slice(1, -1) as ReplyField] || field)
}

/** The fields that are left in a text, each once. */
export const openFields = (text: string): readonly string[] => [...new Set(text.match(FIELD))]

/** A company has none, so it keeps its name. */
const firstName = (name: string): string => (COMPANY.test(name) ? name : (name.trim().split(/\s+/)[0] ?? ''))

const COMPANY = /\b(llc|inc|corp|ltd|lp|llp|group|company)\.?$/i

interface Reply {
  readonly title: string
  readonly body: string
}

/** A "/" that begins a line, and what is typed after it up to the caret. */
export interface ReplyCommand {
  readonly start: number
  readonly end: number
  readonly words: string
}

export function commandAt(text: string, caret: number): ReplyCommand | null {
  const found = /(?:^|\n)[^\S\n]*\/([^\n/]*)$/.exec(text.slice(0, caret))
  const words = found?.[1]
  return words === undefined ? null : { start: caret - words.length - 1, end: caret, words }
}

/** Those with all the words in the name or text; the names that begin with them come first. */
export function repliesFor<R extends Reply>(replies: readonly R[], typed: string): readonly R[] {
  const words = foldText(typed).split(' ').filter(Boolean)
  const found = replies.filter(({ title, body }) => {
    const text = foldText(`${title} ${body}`)
    return words.every((word) => text.includes(word))
  })
  const isNamed = ({ title }: R) => foldText(title).startsWith(words.join(' '))
  return [...found.filter(isNamed), ...found.filter((reply) => !isNamed(reply))]
}
