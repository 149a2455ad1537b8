/** Every uploaded file passes here before it is stored. The embedded scanner knows one thing: the file all scanners are tested with. */

export interface VirusScanner {
  /** The name of what was found, or null. Rejects when the scanner cannot tell: the file is not stored then. */
  scan(bytes: Uint8Array): Promise<string | null>
}

/** In two halves, so that no scanner takes this file for the test file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export const createVirusScanner = (): VirusScanner => ({
  scan: async (bytes) => (Buffer.from(bytes).includes(EICAR) ? 'EICAR test file' : null),
})
