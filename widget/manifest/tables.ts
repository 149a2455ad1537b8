/** The face as Markdown tables, and the page that holds them: what stands between two marks is written anew, the rest is left alone. */
import type { Face } from './face.ts'

const code = (words: string) => `\`${words.replaceAll('|', '\\|')}\``
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** One for each pair of marks in docs/embedding.md. */
export function tablesOf(face: Face): Readonly<Record<string, string>> {
  const isAlsoProperty = (name: string) => face.attributes.some(({ property }) => property === name)
  return {
    attributes: table(
      ['Attribute', 'Type', 'Property', 'Meaning'],
      face.attributes.map(({ name, type, property, says }) => [
        code(name),
        code(type),
        property ? code(property) : '',
        says,
      ]),
    ),
    properties: table(
      ['Property', 'Type', 'Also an attribute', 'Meaning'],
      face.properties.map(({ name, type, says }) => [
        code(name),
        code(type),
        isAlsoProperty(name) ? 'yes' : 'no',
        says,
      ]),
    ),
    methods: table(
      ['Method', 'Meaning'],
      face.methods.map(({ name, parameters, says }) => [
        code(
          `${name}(${parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`).join(', ')})`,
        ),
        says,
      ]),
    ),
    events: table(
      ['Event', '`detail`', 'Meaning'],
      Object.entries(face.events).map(([name, { detail, says }]) => [code(name), code(detail), says]),
    ),
    slots: table(
      ['Slot', 'Place'],
      face.slots.map(({ name, says }) => [code(name), says]),
    ),
    parts: table(
      ['Part', 'States', 'Meaning'],
      face.parts.map(({ name, states = [], says }) => [code(name), states.map(code).join(', '), says]),
    ),
    'css-properties': table(
      ['Property', 'Type', 'Default', 'Meaning'],
      face.cssProperties.map(({ name, syntax, initial, says }) => [code(name), code(syntax), initial, says]),
    ),
    launcher: table(
      ['Attribute', 'Meaning'],
      face.launcher.map(({ name, says }) => [code(name), says]),
    ),
    'realtime-config': table(
      ['Field', 'Meaning'],
      face.realtime.map(({ name, says }) => [code(name), says]),
    ),
    exportparts: ['```html', `<plat-messenger exportparts="${exported(face)}"></plat-messenger>`, '```'].join(
      '\n',
    ),
  }
}

/** Every part and state under its own name, for whoever nests the element in a shadow root. */
const exported = (face: Face): string =>
  [...new Set(face.parts.flatMap(({ name, states = [] }) => [name, ...states]))].join(', ')

/** Throws when the page lacks the marks of a table. */
export function withTables(page: string, face: Face): string {
  return Object.entries(tablesOf(face)).reduce((text, [name, content]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`docs/embedding.md has no place for ${name}`)
    return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
  }, page)
}
