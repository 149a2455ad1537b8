// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text
/** One formatter writes the sign of the currency (shared/format): elsewhere no text has a dollar sign before an amount. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { type Node, nameOf, visit } from '#widget/build/source-tree.ts'

const ROOT = new URL('../../', import.meta.url)
const FORMATTER = ['shared/format/money.ts', 'shared/format/currency.ts']
const SUSPECT = /\$(?!\{)|'currency'/

test('no text has a dollar sign before an amount', () => {
  const found = ['marketplace', 'server', 'shared', 'widget'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((path) => /\.tsx?$/.test(path) && !FORMATTER.includes(path))
      .flatMap((path) => {
        const code = readFileSync(new URL(path, ROOT), 'utf8')
        // To parse takes long.
        return SUSPECT.test(code) ? signs(path, code).map((text) => `${path}: ${text}`) : []
      }),
  )
  expect(found).toEqual([])
})

test.each([
  'const usd = (value: number) => `$${value}`',
  'const text = `up to -$${value} or more`',
  "const unit = '$'",
  "const label = 'Platform fee, $'",
  "const words = 'Enter an amount above $0.'",
  'const price = <b>$139,900</b>',
  'const sign = <span>\n  $\n</span>',
  "const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })",
])('the finder sees %s', (code) => expect(signs('one.tsx', code)).toHaveLength(1))

test.each([
  'const found = new RegExp(`^${name}$`)',
  "const digits = text.replace(/(a)(b)/g, '$1-$2')",
  'const price = `${formatMoney(5)} of ${formatMoney(10)}`',
])('the finder lets %s be', (code) => expect(signs('one.tsx', code)).toEqual([]))

function signs(file: string, code: string): string[] {
  const found: string[] = []
  visit(parseSync(file, code).program as unknown as Node, (node) => {
    const text = textOf(node)
    if (text !== null) found.push(text.trim())
  })
  return found
}

/** Null for what is no text, and for a text without the sign. */
function textOf(node: Node): string | null {
  switch (node.type) {
    case 'TemplateElement': {
      const text = String((node.value as { cooked?: string }).cooked)
      return (node.tail ? AMOUNT : AMOUNT_OR_END).test(text) ? text : null
    }
    case 'Literal':
    case 'JSXText': {
      const text = node.value
      return typeof text === 'string' && AMOUNT_OR_END.test(text) ? text : null
    }
    case 'Property': {
      const isStyle = nameOf(node.key) === 'style' && (node.value as Node).value === 'currency'
      return isStyle ? 'another formatter' : null
    }
    default:
      return null
  }
}

/** One digit alone is a part of a match or of a query. */
const AMOUNT = /\$(?:0|\d{2}|\d,\d)/
const AMOUNT_OR_END = /\$(?:0|\d{2}|\d,\d)|(?:^|[\s(-])\$\s*$/
