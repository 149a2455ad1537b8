/** The client's own name of an upload, by which a repeat is recognised. */
import { invalid } from '#server/core/http/refusal.ts'

const REF = /^[\w.:-]{1,100}$/

/** Of the form's fields. Throws 422 on `ref`. */
export function uploadRef(fields: Readonly<Record<string, string>>): string {
  const ref = fields.ref ?? ''
  if (!REF.test(ref)) throw invalid({ ref: ['Name the upload: letters, digits, dots, dashes, at most 100.'] })
  return ref
}
