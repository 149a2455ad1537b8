/** The size of a file in words. */
const KILOBYTE = 1024
/** Larger files need no tenths. */
const WHOLE_MEGABYTES = 10

/** `184 KB`, `2.4 MB`, `23 MB`. */
export function fileSize(bytes: number): string {
  const kilo = bytes / KILOBYTE
  if (kilo < KILOBYTE) return `${Math.max(1, Math.round(kilo))} KB`
  const mega = kilo / KILOBYTE
  return `${mega < WHOLE_MEGABYTES ? mega.toFixed(1) : Math.round(mega)} MB`
}
