/** Finds the typed part in a label. Pure. */

/** The label in pieces, each with whether it is the typed part: at the beginning of a word, case and accents aside. */
export function highlight(label: string, typed: string): { text: string; isTyped: boolean }[] {
  const wanted = fold(typed.trim())
  const at = wanted === '' ? -1 : wordStart(fold(label), wanted)
  if (at < 0) return [{ text: label, isTyped: false }]
  const pieces = [
    { text: label.slice(0, at), isTyped: false },
    { text: label.slice(at, at + wanted.length), isTyped: true },
    { text: label.slice(at + wanted.length), isTyped: false },
  ]
  return pieces.filter((piece) => piece.text !== '')
}

function wordStart(label: string, wanted: string): number {
  for (let at = label.indexOf(wanted); at >= 0; at = label.indexOf(wanted, at + 1))
    if (at === 0 || !/[a-z0-9]/.test(label[at - 1] ?? '')) return at
  return -1
}

/** Letter for letter, so that positions stay true. */
const fold = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase() || letter).join('')
