/** The generic field rules of spec section 5: blank, numeric, and compared with a paired field. Pure. */

/** A problem in words, or null when the value passes. */
export type Problem = string | null

/** An empty value: nothing, an empty or blank text, an empty list. Zero and `false` are values. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value === 'number') return Number.isNaN(value)
  return Array.isArray(value) && value.length === 0
}

/** Digits of an EIN as it is written: `12-3456789`. Another text is only trimmed. */
export const einText = (text: string): string => text.trim().replace(/^(\d{2})-?(\d{7})$/, '$1-$2')

/** `{field} is not valid.` */
export const notValid = (field: string): string => `${field} is not valid.`

export interface PairedRule {
  /** As a person calls the field, for the default message. */
  field: string
  /** What the paired field holds. Blank: there is nothing to compare with, and the check passes. */
  paired?: unknown
  /** Whether the value agrees with the paired one; both are numbers that passed. */
  agrees?: (value: number, paired: number) => boolean
  /** Said when they do not agree. */
  message?: string
}

/** Passes a value that parses as a number and is not negative, and that agrees with its paired field. */
export function numericProblem(value: unknown, { field, paired, agrees, message }: PairedRule): Problem {
  const number = numberOf(value)
  if (number === null || number < 0) return notValid(field)
  if (agrees === undefined || isBlank(paired)) return null
  const other = numberOf(paired)
  // The paired field has a rule of its own that says what is wrong with it.
  if (other === null) return null
  return agrees(number, other) ? null : (message ?? notValid(field))
}

/** Ways to agree: a minimum beside its maximum, and the other way round. */
export const atMost = (value: number, paired: number): boolean => value <= paired
export const atLeast = (value: number, paired: number): boolean => value >= paired

/** A finite number, also one written as people write it: `1,250`, ` 12.5 `. Null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return WRITTEN_NUMBER.test(text) ? Number(text.replaceAll(',', '')) : null
}

/** Separators only where they group thousands, so that `1,2` is no twelve. */
const WRITTEN_NUMBER = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(?<=\d)$/
