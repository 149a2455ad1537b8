/** The fronts of what is not one family's house on its lot: row houses, duplexes, flats, manufactured homes, bare land. */
import type { Draw } from './house-form.ts'
import { GROUND, path, rect, short, WIDTH } from './pen.ts'

export const rowhouse: Draw = (random, parts, { wall, others, roof }) => {
  const count = random.between(3, 4)
  const width = Math.floor(440 / count)
  const left = (WIDTH - width * count) / 2
  const colors = [wall, others[0], others[1], wall]
  const units = Array.from({ length: count }, (_, index) => {
    const [x, y] = [left + index * width, random.between(96, 124)]
    const cover = random.between(1, 3) === 1 ? 'bricks' : 'siding'
    const fill = cover === 'bricks' ? 'url(#brickwall)' : (colors[index]?.[0] ?? wall[0])
    const panes = [0.16, 0.56].map((share) => x + width * share)
    return [
      rect(x, y, width, GROUND - y, { fill }),
      rect(x, y, width, GROUND - y, { fill: `url(#${cover})` }),
      rect(x - 3, y - 10, width + 6, 14, { fill: roof[1] }),
      rect(x + width - 8, y, 8, GROUND - y, { fill: '#000', opacity: 0.13 }),
      ...panes.map((at) => parts.window(at, y + 26, width * 0.27, 48, 2)),
      ...panes.map((at) => parts.window(at, y + 98, width * 0.27, 44, 2)),
      parts.door(x + width * 0.18, GROUND - 72, 72, 36),
      parts.window(x + width * 0.56, GROUND - 64, width * 0.3, 44, 4),
      parts.step(x + width * 0.18 - 8, 52),
    ].join('')
  })
  return { content: units.join(''), free: [[left, left + width * count]] }
}

export const duplex: Draw = (random, parts, { trim }) => {
  const [left, top] = [random.between(108, 128), random.between(182, 196)]
  const right = WIDTH - left
  const mirrored = (x: number, width: number) => WIDTH - x - width
  const half = (x: number, y: number, width: number, height: number) =>
    parts.window(x, y, width, height) + parts.window(mirrored(x, width), y, width, height)
  const content = [
    parts.drive(left, left + 60, left - 80, left + 40),
    parts.drive(right - 60, right, right - 40, right + 80),
    parts.wall(left, top, right - left, GROUND - top, random.between(1, 3) === 1 ? 'brick' : 'siding'),
    parts.roof([
      [left - 24, top + 4],
      [left + 60, top - random.between(58, 80)],
      [right - 60, top - 70],
      [right + 24, top + 4],
    ]),
    parts.eave(left - 24, top + 2, right - left + 48),
    half(left + 26, GROUND - 92, 54, 54),
    half(left + 100, GROUND - 92, 40, 54),
    parts.door(left + 158, GROUND - 76),
    parts.door(mirrored(left + 158, 38), GROUND - 76),
    rect(WIDTH / 2 - 3, top + 6, 6, GROUND - top - 6, { fill: trim }),
  ]
  return {
    content: content.join(''),
    free: [
      [left + 150, right - 150],
      [left, left + 64],
      [right - 64, right],
    ],
  }
}

/** Two or three floors under a flat roof, an entrance in the middle, balconies on some. */
export const flats: Draw = (random, parts, { roof, trim }) => {
  const floors = random.between(2, 3)
  const top = GROUND - floors * 74 - 14
  const [left, width] = [random.between(90, 120), random.between(390, 430)]
  const cover = random.between(1, 2) === 1 ? 'brick' : 'plain'
  const bays = [0.06, 0.24, 0.62, 0.8].map((share) => left + width * share)
  const hasBalconies = random.between(1, 2) === 1
  const rows = Array.from({ length: floors }, (_, floor) => {
    const y = GROUND - 58 - floor * 74
    const rails = hasBalconies && floor > 0 ? [bays[0] ?? 0, bays[3] ?? 0] : []
    return [
      ...bays.map((x) => parts.window(x, y, 56, 42, 2)),
      floor > 0 ? parts.window(left + width * 0.44, y, 46, 42, 4) : '',
      ...rails.map(
        (x) =>
          rect(x - 10, y + 24, 76, 24, { fill: trim, opacity: 0.9 }) +
          rect(x - 10, y + 46, 76, 5, { fill: '#000', opacity: 0.35 }),
      ),
    ].join('')
  })
  const content = [
    parts.wall(left, top, width, GROUND - top, cover),
    rect(left - 6, top - 10, width + 12, 16, { fill: roof[1] }),
    ...rows,
    parts.door(left + width * 0.44 + 2, GROUND - 74, 74, 42),
    rect(left + width * 0.44 - 14, GROUND - 86, 76, 7, { fill: trim }),
  ]
  return { content: content.join(''), free: [[left + width * 0.44 - 10, left + width * 0.44 + 60]] }
}

export const manufactured: Draw = (random, parts, { trim }) => {
  const [left, width, top] = [random.between(70, 96), random.between(410, 450), random.between(206, 216)]
  const content = [
    parts.wall(left, top, width, GROUND - top - 16),
    rect(left, GROUND - 18, width, 18, { fill: '#8d887d' }),
    parts.roof([
      [left - 12, top + 2],
      [left + 8, top - random.between(22, 34)],
      [left + width - 8, top - 28],
      [left + width + 12, top + 2],
    ]),
    parts.eave(left - 10, top, width + 20),
    ...[30, 110, 300, 370].map((x) => parts.window(left + x, top + 22, 44, 36, 2)),
    parts.door(left + 212, GROUND - 84, 66, 36),
    rect(left + 196, GROUND - 18, 70, 18, { fill: '#a08a6c' }),
    path(`M${left + 196} ${short(GROUND - 52)}v34M${left + 266} ${short(GROUND - 52)}v34`, {
      stroke: trim,
      width: 4,
    }),
  ]
  return { content: content.join(''), free: [[left + 190, left + 272]] }
}

/** A lot with stakes and a sign, a fence or a track into it. */
export const land: Draw = (random, parts) => {
  const stakes = [120, 250, 390, 520].map((x) =>
    rect(x + random.between(-20, 20), GROUND - 22, 4, 30, { fill: '#c96f3b' }),
  )
  const sign =
    rect(300, GROUND - 56, 6, 60, { fill: '#6b5a45' }) +
    rect(272, GROUND - 82, 62, 34, { fill: '#f4f2ec', stroke: '#6b5a45', width: 2 })
  const rails = `M0 ${GROUND - 26}h${WIDTH}M0 ${GROUND - 12}h${WIDTH}`
  const fence = random.between(1, 2) === 1 ? path(rails, { stroke: '#9a8568', width: 4 }) : ''
  const track = random.between(1, 2) === 1 ? parts.drive(300, 350, 180, 330) : ''
  return { content: fence + track + stakes.join('') + sign, free: [[262, 344]] }
}
