/** Files of the seeded world: none of them lies anywhere, each is drawn up when somebody fetches it. */
import { readPaper } from './seeded-deals/papers.ts'
import { readSeededProof } from './seeded-proofs/proofs.ts'

/** Null for a key that is not of the seed. */
export const madeFile = (key: string): Uint8Array | null => readPaper(key) ?? readSeededProof(key)
