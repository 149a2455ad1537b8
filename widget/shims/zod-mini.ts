/**
 * What stands for `zod/mini` in the built messenger: the part of it that the messenger's wire is written with, in a tenth of
 * the bytes. Reads and writes the same values; a message says no more than that something does not fit. What is not here
 * fails the build by name, and a test holds every schema of the messenger's against the real library.
 */

type Direction = 'decode' | 'encode'
type Path = (string | number)[]

/** What a value fails by; never leaves this file as an exception except from `encode`. */
class Misfit extends Error {
  override readonly name = 'ZodError'
  readonly issues: readonly { path: Path }[]
  constructor(issues: readonly { path: Path }[]) {
    super('a value does not fit its schema')
    this.issues = issues
  }
}

type Run = (value: unknown, to: Direction) => unknown
type Check = (value: unknown) => unknown
type Shape = Record<string, Schema>

export interface Schema {
  /** Answers with the value on the other side, or throws a `Misfit`. */
  run: Run
  check(...checks: Check[]): Schema
  /** Of an object. */
  shape: Shape
}

const refuse = (): never => {
  throw new Misfit([{ path: [] }])
}

/* @__NO_SIDE_EFFECTS__ */
function schema(run: Run, shape: Shape = {}): Schema {
  return {
    run,
    shape,
    check: (...checks) =>
      schema((value, to) => checks.reduce((checked, check) => check(checked), run(value, to)), shape),
  }
}

/* @__NO_SIDE_EFFECTS__ */
const thatIs = (fits: (value: unknown) => boolean) => schema((value) => (fits(value) ? value : refuse()))

/* @__NO_SIDE_EFFECTS__ */
export const string = () => thatIs((value) => typeof value === 'string')
/* @__NO_SIDE_EFFECTS__ */
export const number = () => thatIs(Number.isFinite)
/* @__NO_SIDE_EFFECTS__ */
export const int = () => thatIs(Number.isSafeInteger)
/* @__NO_SIDE_EFFECTS__ */
export const boolean = () => thatIs((value) => typeof value === 'boolean')
/* @__NO_SIDE_EFFECTS__ */
export const unknown = () => thatIs(() => true)
/* @__NO_SIDE_EFFECTS__ */
export const literal = (allowed: unknown) => thatIs((value) => value === allowed)
/* @__NO_SIDE_EFFECTS__ */
const oneOf = (allowed: readonly unknown[]) => thatIs((value) => allowed.includes(value))

export { oneOf as enum }

/* @__NO_SIDE_EFFECTS__ */
export const optional = (inner: Schema) =>
  schema((value, to) => (value === undefined ? value : inner.run(value, to)))
/* @__NO_SIDE_EFFECTS__ */
export const nullable = (inner: Schema) =>
  schema((value, to) => (value === null ? value : inner.run(value, to)))

/** The first that fits. */
/* @__NO_SIDE_EFFECTS__ */
export const union = (options: readonly Schema[]) =>
  schema((value, to) => {
    for (const option of options) {
      const { success, data } = attempt(option, value, to)
      if (success) return data
    }
    return refuse()
  })
/** Told apart by what the options say of the key themselves. */
/* @__NO_SIDE_EFFECTS__ */
export const discriminatedUnion = (_key: string, options: readonly Schema[]) => union(options)

/** Keys without a schema are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export const object = (shape: Shape): Schema =>
  schema((value, to) => {
    if (!isRecord(value)) return refuse()
    return Object.fromEntries(
      within(Object.entries(shape), ([key, inner]) => inner.run(value[key], to)).filter(
        ([key, read]) => read !== undefined || key in value,
      ),
    )
  }, shape)

/* @__NO_SIDE_EFFECTS__ */
export const extend = (base: Schema, more: Shape) => object({ ...base.shape, ...more })
/* @__NO_SIDE_EFFECTS__ */
export const pick = (base: Schema, kept: Record<string, true>) =>
  object(Object.fromEntries(Object.entries(base.shape).filter(([key]) => kept[key])))
/* @__NO_SIDE_EFFECTS__ */
export const partial = (base: Schema) =>
  object(Object.fromEntries(Object.entries(base.shape).map(([key, inner]) => [key, optional(inner)])))

/* @__NO_SIDE_EFFECTS__ */
export const array = (inner: Schema) =>
  schema((value, to) =>
    Array.isArray(value)
      ? within([...value.entries()], ([, item]) => inner.run(item, to)).map(([, read]) => read)
      : refuse(),
  )
/* @__NO_SIDE_EFFECTS__ */
export const record = (_key: Schema, inner: Schema) =>
  schema((value, to) =>
    isRecord(value)
      ? Object.fromEntries(
          within(
            Object.entries(value).filter(([key]) => key !== '__proto__'),
            ([, item]) => inner.run(item, to),
          ),
        )
      : refuse(),
  )

interface Ways {
  decode(value: unknown): unknown
  encode(value: unknown): unknown
}

/* @__NO_SIDE_EFFECTS__ */
export const codec = (wire: Schema, inside: Schema, ways: Ways) =>
  schema((value, to) =>
    to === 'decode'
      ? inside.run(ways.decode(wire.run(value, to)), to)
      : wire.run(ways.encode(inside.run(value, to)), to),
  )
/* @__NO_SIDE_EFFECTS__ */
export const pipe = (first: Schema, second: Schema) =>
  schema((value, to) => second.run(first.run(value, to), to))
/* @__NO_SIDE_EFFECTS__ */
export const transform = (change: (value: unknown) => unknown) => schema(change)

/* @__NO_SIDE_EFFECTS__ */
const must =
  <T>(fits: (value: T) => boolean): Check =>
  (value) =>
    fits(value as T) ? value : refuse()
/* @__NO_SIDE_EFFECTS__ */
export const regex = (pattern: RegExp) => must((text: string) => pattern.test(text))
/* @__NO_SIDE_EFFECTS__ */
export const email = () => regex(/^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/)
/* @__NO_SIDE_EFFECTS__ */
export const minLength = (least: number) => must((given: ArrayLike<unknown>) => given.length >= least)
/* @__NO_SIDE_EFFECTS__ */
export const maxLength = (most: number) => must((given: ArrayLike<unknown>) => given.length <= most)
/* @__NO_SIDE_EFFECTS__ */
export const minimum = (least: number) => must((given: number) => given >= least)
/* @__NO_SIDE_EFFECTS__ */
export const maximum = (most: number) => must((given: number) => given <= most)
/* @__NO_SIDE_EFFECTS__ */
export const positive = () => must((given: number) => given > 0)
/* @__NO_SIDE_EFFECTS__ */
export const refine = (fits: (value: never) => boolean) => must(fits as (value: unknown) => boolean)
/* @__NO_SIDE_EFFECTS__ */
export const trim = (): Check => (value) => String(value).trim()

/** Throws when the value does not fit. */
export const encode = (given: Schema, value: unknown) => given.run(value, 'encode')
export const safeDecode = (given: Schema, value: unknown) => attempt(given, value, 'decode')
export { safeDecode as safeParse }

interface Attempt {
  success: boolean
  data?: unknown
  error?: Misfit
}

function attempt(given: Schema, value: unknown, to: Direction): Attempt {
  try {
    return { success: true, data: given.run(value, to) }
  } catch (error) {
    if (error instanceof Misfit) return { success: false, error }
    throw error
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads every part, so that all that do not fit are told, each with its place. */
function within<K extends string | number, V>(
  parts: readonly [K, V][],
  read: (part: [K, V]) => unknown,
): [K, unknown][] {
  const issues: { path: Path }[] = []
  const done = parts.map((part): [K, unknown] => {
    try {
      return [part[0], read(part)]
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      for (const { path } of error.issues) issues.push({ path: [part[0], ...path] })
      return [part[0], undefined]
    }
  })
  if (issues.length > 0) throw new Misfit(issues)
  return done
}
