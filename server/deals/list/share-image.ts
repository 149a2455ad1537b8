/** The picture that stands beside a deal's link in a chat: what it costs, where it is, and the bar of price against ARV. */
import sharp from 'sharp'
import { createTurns } from '#server/providers/files/in-turn.ts'
import type { DealSummary } from '#server/site/deal-head.ts'
import { SHARE_IMAGE } from '#server/site/deal-head.ts'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'

const KEPT = 200

/** PNGs, drawn one at a time off the main thread; those asked for last are kept until their deal changes. */
export function createShareImages(): (summary: DealSummary) => Promise<Buffer> {
  const inTurn = createTurns()
  const kept = new Map<number, { revision: number; image: Promise<Buffer> }>()
  return (summary) => {
    const known = kept.get(summary.id)
    kept.delete(summary.id)
    const image = known?.revision === summary.revision ? known.image : inTurn(() => draw(summary))
    kept.set(summary.id, { revision: summary.revision, image })
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    image.catch(() => kept.delete(summary.id))
    return image
  }
}

const draw = (summary: DealSummary): Promise<Buffer> =>
  sharp(Buffer.from(drawing(summary)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** The light theme's tokens: a picture has no style sheet. */
const INK = '#0e1c1f'
const SOFT = '#455356'
const GROUND = '#f7f9fa'
const PRICE = '#3a5257'
const SPREAD = '#1d9257'
const TRACK = '#e2e7e9'
const BAR = { x: 80, y: 470, width: 1040, height: 36 }

function drawing(summary: DealSummary): string {
  const { width, height } = SHARE_IMAGE
  const text = (y: number, size: number, words: string, style = `fill="${SOFT}"`) =>
    `<text x="80" y="${y}" font-family="Inter, Liberation Sans, DejaVu Sans, sans-serif" font-size="${size}" ${style}>${escaped(words)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${GROUND}"/>
    ${text(120, 40, summary.status === 'available' ? 'Off-market deal' : summary.status === 'pending' ? 'Pending' : 'Sold')}
    ${text(270, 128, summary.price === null ? 'Price on request' : formatMoney(summary.price), `fill="${INK}" font-weight="700"`)}
    ${text(350, 44, clipped(summary.address))}
    ${text(412, 40, rooms(summary))}
    ${bar(summary)}
    ${text(566, 40, against(summary), `fill="${INK}" font-weight="700"`)}
  </svg>`
}

function bar({ price, arv }: DealSummary): string {
  if (price === null || arv === null || arv <= 0) return ''
  const part = Math.round(Math.min(1, price / arv) * BAR.width)
  const rect = (x: number, width: number, fill: string) =>
    `<rect x="${x}" y="${BAR.y}" width="${width}" height="${BAR.height}" fill="${fill}"/>`
  return (
    rect(BAR.x, BAR.width, TRACK) + rect(BAR.x + part, BAR.width - part, SPREAD) + rect(BAR.x, part, PRICE)
  )
}

const against = ({ price, arv }: DealSummary): string =>
  price === null || arv === null || arv <= 0 ? '' : `${exactPercent(price / arv)} of ${formatMoney(arv)} ARV`

const rooms = ({ beds, baths, sqft }: DealSummary): string =>
  [
    ...(beds === null ? [] : [`${beds} bd`]),
    ...(baths === null ? [] : [`${baths} ba`]),
    ...(sqft === null ? [] : [`${sqft.toLocaleString('en-US')} sq ft`]),
  ].join(' · ')

const LINE_LENGTH = 46
const clipped = (text: string) => (text.length > LINE_LENGTH ? `${text.slice(0, LINE_LENGTH - 1)}…` : text)

/** Without the signs that no XML may hold, however they are written. */
const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
