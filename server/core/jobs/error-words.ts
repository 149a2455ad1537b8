/** An error in words for staff, who have to decide whether to try again: what happened first, then what the program said. */
import { Refusal } from '#server/core/http/refusal.ts'

const LENGTH_MAX = 500

export function errorWords(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const [line = ''] = said.split('\n')
  const words = error instanceof Refusal ? said : `${happened(error)}${line}`
  return words.length > LENGTH_MAX ? `${words.slice(0, LENGTH_MAX - 1)}…` : words
}

/** By the class of SQLSTATE, or the code of a connection that failed. */
function happened(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return ''
  if (code === '40P01' || code === '55P03') return 'Another change held the same row too long: '
  if (code === '57014') return 'It took the database too long: '
  if (code.startsWith('23')) return 'A rule of the database refused it: '
  if (code.startsWith('22')) return 'The database could not read a value: '
  if (code.startsWith('08') || code.startsWith('57P')) return 'The connection to the database was lost: '
  if (/^E[A-Z]+$/.test(code)) return 'A service did not answer: '
  return ''
}
