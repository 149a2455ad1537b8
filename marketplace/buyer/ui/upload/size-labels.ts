/** The size of a file in words. */
const KILOBYTE = 1024

/** `184 KB`, `2.4 MB`. */
export function sizeWords(bytes: number): string {
  const kilo = bytes / KILOBYTE
  return kilo < KILOBYTE ? `${Math.max(1, Math.round(kilo))} KB` : `${(kilo / KILOBYTE).toFixed(1)} MB`
}
