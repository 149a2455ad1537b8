/** Completes what a test gives of a reply or an event to what the contract's schema wants. */
import * as z from 'zod/mini'

/** Any part of it, at any depth. */
export type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Given<T[Key]> | undefined }
    : T

interface Definition {
  readonly type: string
  readonly shape?: Record<string, z.core.$ZodType>
  readonly catchall?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly in?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
  readonly entries?: Record<string, string | number>
  readonly values?: readonly unknown[]
}

const TEXTS = [
  '2025-06-10T15:00:00.000Z',
  '1',
  'name@example.com',
  'https://plat.example/',
  '+17132840142',
  'TX',
  '77004',
]
const NUMBERS = [0, 1, 100]

/** Throws a `TypeError` for what the schema has no place for, so that a typo in a test does not pass. */
export function completed(schema: z.core.$ZodType, given: unknown, name = ''): unknown {
  const of = schema._zod.def as unknown as Definition
  switch (of.type) {
    case 'object':
      return given === undefined || isObject(given) ? completedObject(of, given ?? {}) : given
    case 'array':
      return Array.isArray(given) && of.element
        ? given.map((item) => completed(of.element as z.core.$ZodType, item, name))
        : (given ?? [])
    case 'record':
      return completedRecord(of, given)
    case 'nullable':
    case 'optional':
      if (given === undefined) return of.type === 'nullable' ? null : undefined
      return given === null || !of.innerType ? given : completed(of.innerType, given, name)
    case 'pipe':
      return of.in ? completed(of.in, given, name) : given
    case 'union':
      return completedUnion(schema, of.options ?? [], given, name)
    default:
      return given === undefined ? example(schema, of, name) : given
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function completedObject({ shape = {}, catchall }: Definition, given: Record<string, unknown>): object {
  const strange = Object.keys(given).find((key) => !(key in shape))
  if (strange !== undefined && !catchall) throw new TypeError(`The contract has no field "${strange}" there.`)
  const whole: Record<string, unknown> = { ...given }
  for (const [key, schema] of Object.entries(shape)) {
    const value = completed(schema, given[key], key)
    if (value !== undefined) whole[key] = value
  }
  return whole
}

function completedRecord({ valueType }: Definition, given: unknown): unknown {
  if (given === undefined) return {}
  if (!isObject(given) || !valueType) return given
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, completed(valueType, value, key)]),
  )
}

/** The first of its kinds that what is given can be completed to. */
function completedUnion(
  schema: z.core.$ZodType,
  options: readonly z.core.$ZodType[],
  given: unknown,
  name: string,
): unknown {
  for (const option of options) {
    try {
      const value = completed(option, given, name)
      if (isValid(schema, value)) return value
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  return given
}

function example(schema: z.core.$ZodType, { type, entries, values }: Definition, name: string): unknown {
  if (type === 'enum') return Object.values(entries ?? {})[0]
  if (type === 'literal') return values?.[0]
  if (type === 'boolean') return false
  const tries =
    type === 'string' ? [...(/at$|^(start|end|now)$/.test(name) ? [] : [name]), ...TEXTS] : NUMBERS
  return type === 'string' || type === 'number' ? tries.find((value) => isValid(schema, value)) : undefined
}

const isValid = (schema: z.core.$ZodType, value: unknown): boolean =>
  z.safeDecode(schema, value as never).success
