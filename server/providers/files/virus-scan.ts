/** Every uploaded file that is stored as it came passes here first. What could not be scanned is quarantined, unless the operator says otherwise. */
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#server/core/http/refusal.ts'
import { createClamd, TooLargeToScan } from './clamd.ts'
import type { VirusScanner } from './virus-scanner.ts'

export type VirusScanSettings =
  /** No scanner: finds one thing, the file all scanners are tested with. */
  | { driver: 'embedded' }
  /** `isRequired`: uploads that clamd has not scanned are quarantined. Otherwise they are handed out meanwhile. */
  | { driver: 'clamd'; url: string; isRequired: boolean }

export function createVirusScanner(settings: VirusScanSettings): VirusScanner {
  return settings.driver === 'clamd' ? createClamd(settings.url) : embedded
}

/** In two halves, so that no scanner takes this file for the test file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const embedded: VirusScanner = {
  isReal: false,
  scan: async (bytes) => (Buffer.from(bytes).includes(EICAR) ? 'EICAR test file' : null),
  signatures: async () => 'embedded',
}

export interface UploadGate {
  /**
   * Before a file is stored. Throws 422 on `field` for an infected file and for one larger than the scanner reads. `isQuarantined`: it
   * is handed to nobody until the job has found it clean.
   */
  admit(field: string, bytes: Uint8Array): Promise<{ isQuarantined: boolean }>
}

export function createUploadGate(
  scanner: VirusScanner,
  { isRequired, log }: { isRequired: boolean; log: FastifyBaseLogger },
): UploadGate {
  return {
    async admit(field, bytes) {
      let found: string | null = null
      try {
        found = await scanner.scan(bytes)
      } catch (error) {
        const isTooLarge = error instanceof TooLargeToScan
        log.error({ err: error, stored: !isTooLarge }, 'An uploaded file could not be scanned for viruses.')
        if (isTooLarge) throw tooLarge(field)
        return { isQuarantined: isRequired }
      }
      if (found === null) return { isQuarantined: false }
      log.warn({ virus: found, field }, 'An infected upload was refused.')
      throw infected(field)
    },
  }
}

const refused = (field: string, code: string, words: string) =>
  new Refusal(422, { message: 'The given data was invalid.', errors: { [field]: [words] }, code })

const infected = (field: string) =>
  refused(
    field,
    'infected',
    'A virus was found in this file. It was not stored. Check your device and send another copy.',
  )

const tooLarge = (field: string) =>
  refused(
    field,
    'too_large_to_scan',
    'This file is too large to be checked for viruses. It was not stored. Choose a smaller one, or a copy with fewer pages.',
  )
