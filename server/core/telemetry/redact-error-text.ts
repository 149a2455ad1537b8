/** Takes out of an error's message what may be somebody's: the stack says where it happened, and the server's log has the rest. */

const RULES: readonly [pattern: RegExp, instead: string][] = [
  [/\b([a-z][a-z\d+.-]*:\/\/)\S+/gi, '$1…'],
  [/[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:=]+/g, '[email]'],
  // Quoted values, but for names of tables, columns and constraints.
  [/(["'`“])(?![a-z]+(?:_[a-z\d]+)+["'`”])[^"'`”]*(["'`”])/g, '$1…$2'],
  // PostgreSQL's way to name the values of a key.
  [/=\([^)]*\)/g, '=(…)'],
  [/\b(password|secret|token|authorization|bearer|cookie)(\s*[=:]\s*|\s+)\S+/gi, '$1$2…'],
  // Words that only a machine writes: tokens, ids, hashes.
  [/\b(?=[\w.-]*\d)[\w-]{16,}(?:\.[\w-]+)*/g, '…'],
  // Phones, card and house numbers.
  [/\+?\d[\d\s().-]{3,}\d|\b\d{3,}\b/g, '#'],
]
const LENGTH_MAX = 300

export const redactErrorText = (text: string): string =>
  RULES.reduce((said, [pattern, instead]) => said.replace(pattern, instead), text).slice(0, LENGTH_MAX)
