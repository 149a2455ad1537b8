/**
 * Text masks (spec section 5): placeholders for digit, alphanumeric, letter, upper-case and lower-case letter; anything else
 * in a mask stands for itself. Pure: a field hands in what it holds and where its caret is, and gets both back.
 */

export interface Masked {
  text: string
  /** Where the caret belongs in `text`. */
  caret: number
}

type Slot = { readonly literal: string } | { readonly take: (character: string) => string | null }

const upper = (character: string) => (LETTER.test(character) ? character.toUpperCase() : null)
const lower = (character: string) => (LETTER.test(character) ? character.toLowerCase() : null)
const DIGIT = /^[0-9]$/
const LETTER = /^[A-Za-z]$/

/** A backslash before one takes it literally. */
const PLACEHOLDERS: Readonly<Record<string, (character: string) => string | null>> = {
  '9': (character) => (DIGIT.test(character) ? character : null),
  '*': (character) => (DIGIT.test(character) || LETTER.test(character) ? character : null),
  A: (character) => (LETTER.test(character) ? character : null),
  U: upper,
  L: lower,
}

/** What was typed or pasted, written into the mask; what no placeholder takes is left out. Ends where the input ends. */
export function formatMask(mask: string, input: string): string {
  return fill(parse(mask), rawOf(mask, input))
}

/** Only what stands at placeholders. */
export const rawOf = (mask: string, input: string): string => take(parse(mask), input)

/** The formatted text with the caret behind the same character of the input as before. */
export function applyMask(mask: string, input: string, caret: number): Masked {
  const text = formatMask(mask, input)
  if (caret >= input.length) return { text, caret: text.length }
  const before = rawOf(mask, input.slice(0, caret)).length
  return { text, caret: caretBehind(parse(mask), before, text.length) }
}

/** Every placeholder is filled. */
export function isComplete(mask: string, text: string): boolean {
  const wanted = parse(mask).filter((slot) => 'take' in slot).length
  return rawOf(mask, text).length === wanted
}

function parse(mask: string): Slot[] {
  const slots: Slot[] = []
  for (let at = 0; at < mask.length; at++) {
    const character = mask[at] ?? ''
    if (character === '\\' && at + 1 < mask.length) {
      at++
      slots.push({ literal: mask[at] ?? '' })
      continue
    }
    const placeholder = Object.hasOwn(PLACEHOLDERS, character) ? PLACEHOLDERS[character] : undefined
    slots.push(placeholder ? { take: placeholder } : { literal: character })
  }
  return slots
}

function take(slots: readonly Slot[], input: string): string {
  let raw = ''
  let at = 0
  for (const character of input) {
    const here = slots[at]
    // A literal of the mask in the input moves on over itself: what a mask wrote is read back as it was.
    if (here && 'literal' in here && here.literal === character) {
      at++
      continue
    }
    const next = slots.findIndex((slot, index) => index >= at && 'take' in slot)
    const slot = slots[next]
    if (slot === undefined || !('take' in slot)) return raw
    const taken = slot.take(character)
    if (taken === null) continue
    raw += taken
    at = next + 1
  }
  return raw
}

/** Literals are written when something follows them. */
function fill(slots: readonly Slot[], raw: string): string {
  let text = ''
  let waiting = ''
  let at = 0
  for (const slot of slots) {
    if (at >= raw.length) break
    if ('literal' in slot) {
      waiting += slot.literal
      continue
    }
    text += waiting + (raw[at] ?? '')
    waiting = ''
    at++
  }
  return text
}

function caretBehind(slots: readonly Slot[], count: number, length: number): number {
  if (count === 0) return 0
  let seen = 0
  for (const [index, slot] of slots.entries()) {
    if ('take' in slot) seen++
    if (seen === count) return Math.min(index + 1, length)
  }
  return length
}
