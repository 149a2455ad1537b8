/** The cells of a table in text, as RFC 4180 and spreadsheets write it: commas, semicolons or tabs, quotes, and breaks inside of them. */

/** Lines with nothing in them are kept, so that lines can be counted. */
export function cellsOfCsv(given: string): string[][] {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(text)
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') cell += text.charAt(at++)
      else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (letter === separator || letter === '\n') {
      line.push(cell)
      cell = ''
      if (letter === '\n') {
        lines.push(line)
        line = []
      }
    } else cell += letter
  }
  if (cell !== '' || line.length > 0) lines.push([...line, cell])
  return lines
}

/** The one that stands most often in the first line. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'))
  const count = (letter: string) => head.split(letter).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
