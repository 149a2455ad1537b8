/** Whether a secret chosen by an operator can be guessed. An estimate from its text, which may overrate a text that a person made up. */

const BITS_MIN = 128
const MAKE_ONE = 'make one with: openssl rand -hex 32'

/** What is wrong with it, as the end of a sentence that starts with its name; null if nothing is. Never repeats the secret. */
export function secretFault(secret: string): string | null {
  if (EXAMPLE.test(secret)) return `looks like an example; ${MAKE_ONE}`
  if (bitsOf(secret) < BITS_MIN) return `can be guessed: it has less than ${BITS_MIN} bits; ${MAKE_ONE}`
  return null
}

/** Placeholders in settings. None of them is likely in 32 random bytes. */
const EXAMPLE = /change.?me|replace.?me|example|placeholder|password|secret/i

/** Bits per character of random hex and base64 follow from their alphabets. Words have about two bits a letter, and repeats have none. */
export function bitsOf(secret: string): number {
  const length = lengthWithoutPatterns(secret)
  const isWordy = lettersInWords(secret) > secret.length * MOSTLY
  return length * (isWordy ? BITS_OF_WORDS : bitsOfAlphabet(secret))
}

const BITS_OF_WORDS = 2
const MOSTLY = 0.7

function bitsOfAlphabet(secret: string): number {
  if (/^\d*$/.test(secret)) return Math.log2(10)
  if (/^([0-9a-f]*|[0-9A-F]*)$/.test(secret)) return Math.log2(16)
  if (/^([a-z]*|[A-Z]*)$/.test(secret)) return Math.log2(26)
  if (/^([0-9a-z]*|[0-9A-Z]*)$/.test(secret)) return Math.log2(36)
  return Math.log2(64)
}

const CAPITALS_MOST = 0.2

/** Random text mixes both cases, and seldom has three lower-case letters in a row. */
function lettersInWords(secret: string): number {
  const text = /[a-z]/.test(secret) ? secret : secret.toLowerCase()
  if (text.replace(/[^A-Z]/g, '').length > text.length * CAPITALS_MOST) return 0
  return (text.match(/[A-Z]?[a-z]{2,}/g) ?? [])
    .filter((word) => word.length > 2 && !/^[a-f]+$/.test(word))
    .reduce((sum, word) => sum + word.length, 0)
}

const PATTERN_MIN = 4

/** Characters that neither repeat an earlier part nor continue a count, as in `aaaa`, `abcd` and `change-change`. */
function lengthWithoutPatterns(secret: string): number {
  let length = 0
  for (let at = 0; at < secret.length; ) {
    const known = Math.max(repeatAt(secret, at), runAt(secret, at))
    length++
    at += known >= PATTERN_MIN ? known : 1
  }
  return length
}

/** How much of the text from here occurred before. */
function repeatAt(secret: string, at: number): number {
  let length = 0
  while (at + length < secret.length && secret.indexOf(secret.slice(at, at + length + 1)) < at) length++
  return length
}

/** How long the characters go up, go down or stay the same, one by one. */
function runAt(secret: string, at: number): number {
  const step = secret.charCodeAt(at + 1) - secret.charCodeAt(at)
  if (!(Math.abs(step) <= 1)) return 1
  let end = at + 1
  while (secret.charCodeAt(end) - secret.charCodeAt(end - 1) === step) end++
  return end - at
}
