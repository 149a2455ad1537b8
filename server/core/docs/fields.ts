/** A contract schema as rows of a table: dotted field name, type, whether it must be there. */
import * as z from 'zod/mini'

export interface Field {
  name: string
  type: string
  isRequired: boolean
}

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
}

/** `input` is what a caller sends, `output` what the server answers. */
export function fieldsOf(schema: z.ZodMiniType, io: 'input' | 'output'): Field[] {
  return rowsOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema, '')
}

function rowsOf(schema: JsonSchema, prefix: string): Field[] {
  const inner = innerOf(schema)
  return Object.entries(inner.properties ?? {}).flatMap(([key, child]) => {
    const name = prefix + key
    const own = { name, type: typeOf(child), isRequired: inner.required?.includes(key) ?? false }
    const core = innerOf(child)
    const below = core.items ? rowsOf(core.items, `${name}[].`) : rowsOf(core, `${name}.`)
    return [own, ...below]
  })
}

/** Of alternatives the first that says something; `null` says nothing. */
function innerOf(schema: JsonSchema): JsonSchema {
  const choice = schema.anyOf?.find((each) => each.properties ?? each.items)
  return choice ?? schema
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const limit = schema.maxLength === undefined ? '' : `, at most ${schema.maxLength}`
  return (schema.type ?? 'anything') + limit
}
