/** What a virus scanner does, whichever one it is. */

export interface VirusScanner {
  /** False for the stand-in, which finds no real virus. */
  readonly isReal: boolean
  /** The name of what was found, or null. Rejects when the scanner cannot tell, with `TooLargeToScan` when it never will. */
  scan(bytes: Uint8Array): Promise<string | null>
  /** Changes when the scanner learns new viruses. Rejects when it is out of reach. */
  signatures(): Promise<string>
}
