/** Writes a one-page PDF of plain lines: catalog, page, font, text, and the table of where each object begins. */

const LINE_HEIGHT = 20

/** Latin letters; anything else becomes a question mark. */
export function writePdf(title: string, lines: readonly string[]): Uint8Array {
  const text = [
    'BT /F1 20 Tf 72 720 Td',
    `(${escaped(title)}) Tj /F1 12 Tf 0 -16 Td`,
    ...lines.map((line) => `0 -${LINE_HEIGHT} Td (${escaped(line)}) Tj`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const entries = objects.map((object, index) => {
    const offset = String(file.length).padStart(10, '0')
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${offset} 00000 n \n`
  })
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.lastIndexOf('xref')}\n%%EOF\n`
  return Uint8Array.from(Buffer.from(file, 'latin1'))
}

const escaped = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/[\\()]/g, '\\$&')
