/** How calls fail on a page with forms: what is said about which field, and what about the whole. */
import { BRAND } from '#marketplace/kit/brand.ts'
import { ApiError, type Failure, isRefusal } from '#shared/api/api-error.ts'

export type Attempt<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Anything but an `ApiError` is a bug and goes on up. */
export async function attempt<T>(call: Promise<T>): Promise<Attempt<T>> {
  try {
    return { kind: 'done', value: await call }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { kind: 'failed', failure: error.failure }
  }
}

export interface FormErrors {
  /** By the wire's names. */
  readonly fields: Readonly<Record<string, string>>
  /** Concerns no single field; null when the fields say it all. */
  readonly message: string | null
}

/** What is wrong with a field and its parts, e.g. `tags.0` of `tags`. Null when nothing is. */
export function errorAt({ fields }: FormErrors, name: string): string | null {
  return joined(Object.entries(fields).flatMap(([at, text]) => (isWithin(at, name) ? [text] : [])))
}

/** A call was refused because of what is in this field. */
export const isAbout = (error: unknown, name: string): boolean =>
  error instanceof ApiError && errorAt(sayFailure(error.failure), name) !== null

const isWithin = (at: string, name: string): boolean => at === name || at.startsWith(`${name}.`)

/** What a form says as a whole. The `placed` fields have an error line each, so it leaves theirs out. Null when there is nothing. */
export function formMessage({ fields, message }: FormErrors, placed: readonly string[] = []): string | null {
  const texts = Object.entries(fields).flatMap(([at, text]) =>
    placed.some((name) => isWithin(at, name)) ? [] : [text],
  )
  return joined([...texts, ...(message ? [message] : [])])
}

const joined = (texts: readonly string[]): string | null => [...new Set(texts)].join(' ') || null

export const NO_ERRORS: FormErrors = { fields: {}, message: null }

const SECOND_MS = 1000

/** In words, with what to do. Nothing typed is lost by any of them. */
export function sayFailure(failure: Failure): FormErrors {
  if (isRefusal(failure)) return refused(failure)
  return { fields: {}, message: TROUBLE[failure.kind] }
}

const TROUBLE = {
  offline: `${BRAND} cannot be reached. Nothing is lost: try again in a moment.`,
  timeout: 'That took too long. Nothing is lost: try again.',
  malformed: 'Something failed on our side. Nothing is lost: try again in a moment.',
  refused: 'Something failed on our side. Nothing is lost: try again in a moment.',
} as const

function refused({ status, problem, retryAfterMs }: Failure & { kind: 'refused' }): FormErrors {
  if (status === 429)
    return { fields: {}, message: `Too many tries. Try again in ${waitText(retryAfterMs)}.` }
  const fields = Object.fromEntries(
    Object.entries(problem.errors ?? {}).flatMap(([name, [text]]) => (text ? [[name, text]] : [])),
  )
  if (Object.keys(fields).length > 0) return { fields, message: null }
  return { fields, message: problem.message || 'That was refused. Reload the page and try again.' }
}

function waitText(ms: number | null): string {
  if (ms === null) return 'a moment'
  const seconds = Math.ceil(ms / SECOND_MS)
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/**
 * Moves the focus to the first field in error of `within`, once its errors are drawn. Without it that is the form that has the focus, or
 * else the dialog that is open, or else the page.
 */
export function focusWrong(
  within: ParentNode | null = document.activeElement?.closest('form') ?? document.querySelector(':modal'),
): void {
  // On a busy machine the next frame is too early.
  setTimeout(
    () => focusable((within ?? document).querySelector('[aria-invalid="true"], [data-wrong]'))?.focus(),
    50,
  )
}

/** A group of radio buttons or boxes is focused in the one that is chosen, or in the first. */
const focusable = (wrong: HTMLElement | null): HTMLElement | null =>
  wrong?.querySelector<HTMLElement>('input:checked') ?? wrong?.querySelector('input') ?? wrong

/** Anything but an `ApiError` is a bug and goes on up. */
export function sayError(error: unknown): FormErrors {
  if (error instanceof ApiError) return sayFailure(error.failure)
  throw error
}
