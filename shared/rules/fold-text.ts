/** One way to compare names: without accents, punctuation and capitals, so that `Bayamón`, `L.L.C.` and `O’Brien` are found as they are typed. */

/** Lower case words with one blank between them: `St. Louis` is `st louis`, `Winston-Salem` is `winston salem`, `A & B` is `a and b`. */
export function foldText(text: string): string {
  const plain = SIMPLE.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain
    .toLowerCase()
    .replace(/['’‘`.]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Most names; they need no taking apart. */
const SIMPLE = /^[\x20-\x7e]*$/

const COUNTY_WORD = / (county|parish|borough|municipio|municipality|census area|city and borough)$/

/** `Harris County` and `Harris` are one. */
export const foldCounty = (name: string): string => foldText(name).replace(COUNTY_WORD, '')
