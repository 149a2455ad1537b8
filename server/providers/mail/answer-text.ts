/** What a person wrote in an answer by mail: without the mail they answered and without their signature. Line by line, in linear time. */
import sanitizeHtml from 'sanitize-html'

/** The first line of a mail that can be answered; mail programs quote it. */
export const ANSWER_LINE = '--- Write your answer above this line ---'

/** More is looked at by nobody: a message is far shorter. */
const TEXT_MAX = 100_000
const HTML_MAX = 500_000
const LINE_MAX = 300
const QUOTE = /^\s*>/
/** `On Fri, Nov 20, 2026 at 9:14 AM Plat <mail@plat.example> wrote:`, in one line or two, in any language. */
const INTRODUCES = /(?:\d{1,2}[:.]\d{2}|\d{4}).*:\s*$/
const RULE =
  /^\s*(?:-{2,}\s*(?:original message|forwarded message|original-nachricht|mensaje original)\s*-{2,}|_{10,}|-{10,})\s*$/i
/** `From:` or `Von:` with `Sent:`, `Date:` or `Subject:` under it. */
const HEADER = /^\s*\*?(?:from|von|de|da|van|från)\s*:\*?\s/i
const SECOND_HEADER =
  /^\s*\*?(?:sent|date|to|subject|gesendet|datum|an|betreff|enviado|fecha|envoyé|objet)\s*:\*?\s/i
const SIGNATURE = /^(?:-- ?|—)$|^sent from my \w[\w ]{0,30}$|^get outlook for \w+$/i

export function answerText({ text, html }: { text?: string | undefined; html?: string | undefined }): string {
  const words = (text?.trim() ? text : plainOf((html ?? '').slice(0, HTML_MAX))).slice(0, TEXT_MAX)
  const lines = words.replace(/\r\n?/g, '\n').split('\n')
  // An answer between quoted lines stays whole.
  const lastOwn = lines.findLastIndex((line) => line.trim() !== '' && !QUOTE.test(line))
  const end = lines.findIndex((_, at) => at > lastOwn || isEnd(lines, at))
  return clean((end === -1 ? lines : lines.slice(0, end)).join('\n'))
}

function isEnd(lines: readonly string[], at: number): boolean {
  const line = lineAt(lines, at)
  const next = lineAt(lines, at + 1)
  if (line.includes(ANSWER_LINE) || SIGNATURE.test(line.trim()) || RULE.test(line)) return true
  if (HEADER.test(line) && SECOND_HEADER.test(next)) return true
  // Only where a quotation follows: people write such lines too.
  if (INTRODUCES.test(line)) return isQuoteBelow(lines, at + 1)
  return !INTRODUCES.test(next) && INTRODUCES.test(`${line} ${next}`) && isQuoteBelow(lines, at + 2)
}

function isQuoteBelow(lines: readonly string[], at: number): boolean {
  const below = lineAt(lines, at).trim() === '' ? lineAt(lines, at + 1) : lineAt(lines, at)
  return QUOTE.test(below) || below.includes(ANSWER_LINE)
}

const lineAt = (lines: readonly string[], at: number): string => (lines[at] ?? '').slice(0, LINE_MAX)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g
const clean = (text: string): string =>
  text
    .replace(CONTROL, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Of a mail without plain text. What it quotes stands in a blockquote. */
function plainOf(html: string): string {
  const lined = html
    .replace(/\s+/g, ' ')
    .replace(/<blockquote\b/gi, '\n> $&')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6]|hr)\b[^>]*>/gi, '$&\n')
  const bare = sanitizeHtml(lined, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['style', 'script', 'head', 'title', 'textarea', 'option', 'blockquote'],
  })
  return bare
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}

const ENTITIES = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ' } as const
