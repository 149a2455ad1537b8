/** HTML by tagged template: every value is escaped unless it is HTML already. */

export interface Html {
  readonly html: string
}

type Value = string | number | Html | readonly Html[]

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let text = parts[0] ?? ''
  values.forEach((value, index) => {
    text += render(value) + (parts[index + 1] ?? '')
  })
  return { html: text }
}

function render(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((each) => each.html).join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
