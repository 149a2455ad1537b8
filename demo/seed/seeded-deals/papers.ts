/** The papers some deals come with: which, behind which gate, and the bytes of each, drawn up when they are asked for. */
import { seededRandom } from '../random.ts'
import type { Row } from '../rows.ts'
import { writePdf } from './write-pdf.ts'

interface PaperKind {
  kind: string
  title: string
  gate: 'login' | 'id_verified' | 'address_granted' | null
  lines: readonly string[]
}

const INSPECTION: PaperKind = {
  kind: 'inspection_report',
  title: 'Inspection report',
  gate: 'login',
  lines: [
    'Roof: serviceable, five to eight years left.',
    'Electric: panel replaced, two open junctions in the attic.',
    'Plumbing: galvanized supply, cast-iron drains.',
    'Foundation: within tolerance, hairline at the garage.',
  ],
}
const PAPERS: readonly PaperKind[] = [
  INSPECTION,
  {
    kind: 'scope_of_work',
    title: 'Scope of work',
    gate: null,
    lines: [
      'Kitchen: cabinets, counters, sink and range.',
      'Baths: tile, vanity, fixtures.',
      'Floors: vinyl plank throughout.',
      'Paint: inside and trim.',
    ],
  },
  {
    kind: 'purchase_contract',
    title: 'Purchase contract',
    gate: 'id_verified',
    lines: [
      'Assignable; names and amounts are blacked out in this copy.',
      'Closing at a title company of the seller’s choice.',
      'The property is sold as is.',
    ],
  },
  {
    kind: 'survey',
    title: 'Boundary survey',
    gate: 'address_granted',
    lines: [
      'Lot corners found and marked.',
      'No encroachments noted.',
      'Utility easement along the rear line.',
    ],
  },
]

const SHARE_IN_100 = 10
const SEED = 90_210
const KEY = /^demo\/([a-z_]+)\/(\d{1,9})$/

/** Rows of `property_documents`, mostly none. */
export function papersOf(propertyId: number, at: string): Row[] {
  const random = seededRandom(SEED + propertyId * 17)
  if (random.between(1, 100) > SHARE_IN_100) return []
  const first = random.between(0, PAPERS.length - 1)
  return Array.from({ length: random.between(1, 3) }, (_, index) =>
    paperRow(PAPERS[(first + index) % PAPERS.length] ?? INSPECTION, propertyId, at),
  )
}

export const allPapersOf = (propertyId: number, at: string): Row[] =>
  PAPERS.map((paper) => paperRow(paper, propertyId, at))

function paperRow({ kind, title, gate, lines }: PaperKind, propertyId: number, at: string): Row {
  return {
    property_id: propertyId,
    title,
    kind,
    gate,
    content_type: 'application/pdf',
    size_bytes: draw({ title, lines }, propertyId).byteLength,
    storage_key: `demo/${kind}/${propertyId}`,
    created_at: at,
  }
}

/** The PDF of a storage key; null for a key that is not a paper of the demo. */
export function readPaper(key: string): Uint8Array | null {
  const [, kind, id] = KEY.exec(key) ?? []
  const paper = PAPERS.find((each) => each.kind === kind)
  return paper && id ? draw(paper, Number(id)) : null
}

/** It names the deal and no address. */
const draw = ({ title, lines }: Pick<PaperKind, 'title' | 'lines'>, propertyId: number): Uint8Array =>
  writePdf(title, [
    `Deal ${propertyId}`,
    '',
    ...lines,
    '',
    'Made up for a demonstration. It describes no real house, person or company.',
  ])
