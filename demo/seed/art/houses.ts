/** The fronts of houses, one function a form. Widths, heights, bays and openings vary; what makes the form does not. */
import type { Random } from '../random.ts'
import { duplex, flats, land, manufactured, rowhouse } from './buildings.ts'
import type { Form } from './forms.ts'
import type { Draw } from './house-form.ts'
import { ellipse, GROUND, rect, WIDTH } from './pen.ts'

const chance = (random: Random, oneIn: number) => random.between(1, oneIn) === 1

/** A long low house, with a garage in a front gable or none; in brick it has a chimney. */
const ranch =
  (cover: 'siding' | 'brick'): Draw =>
  (random, parts) => {
    const [left, width, height] = [random.between(84, 118), random.between(270, 312), random.between(84, 98)]
    const [top, peak] = [GROUND - height, GROUND - height - random.between(48, 66)]
    const hasGarage = !chance(random, 4)
    const right = left + width
    const main = [
      parts.wall(left, top, width, height, cover),
      parts.roof([
        [left - 26, top + 2],
        [left + 36, peak],
        [right + 6, peak],
        [right + 62, top + 2],
      ]),
      parts.eave(left - 26, top, width + 20),
      parts.window(left + 24, top + 22, 58, 42),
      chance(random, 2)
        ? parts.window(left + 104, top + 22, 38, 42, 2)
        : parts.window(left + 100, top + 22, 54, 42),
      parts.door(left + 172, GROUND - 74),
      parts.window(left + width - 62, top + 22, 44, 42),
      cover === 'brick' || chance(random, 3)
        ? parts.chimney(left + random.between(60, 130), peak - 26, 48)
        : '',
    ]
    const doorway = [left + 166, left + 216] as const
    if (!hasGarage) return { content: main.join(''), free: [doorway] }
    const wing = [
      parts.wall(right - 4, top - 10, 150, height + 10, cover),
      parts.roof([
        [right - 22, top - 8],
        [right + 71, top - 74],
        [right + 164, top - 8],
      ]),
      parts.gable(
        [
          [right + 4, top - 10],
          [right + 71, top - 58],
          [right + 138, top - 10],
        ],
        cover,
      ),
      parts.window(right + 60, top - 40, 22, 18, 1),
      parts.eave(right - 20, top - 10, 182),
      parts.garage(right + 16, GROUND - 74, 110, 74),
    ]
    const drive = parts.drive(right + 12, right + 130, right + 20, Math.min(WIDTH + 30, right + 236))
    return { content: drive + main.join('') + wing.join(''), free: [doorway, [right + 6, right + 140]] }
  }

const twoStory: Draw = (random, parts) => {
  const [left, width] = [random.between(128, 156), random.between(236, 264)]
  const top = random.between(132, 150)
  const cover = chance(random, 4) ? 'brick' : 'siding'
  const right = left + width
  const isGabled = !chance(random, 3)
  const peak = top - random.between(58, 88)
  const head = isGabled
    ? parts.roof([
        [left - 22, top + 2],
        [left + width / 2, peak],
        [right + 22, top + 2],
      ]) +
      parts.gable(
        [
          [left + 20, top],
          [left + width / 2, peak + 22],
          [right - 20, top],
        ],
        cover,
      ) +
      ellipse(left + width / 2, top - 26, 12, 12, { fill: 'url(#glass)', stroke: '#fff', width: 4 })
    : parts.roof([
        [left - 22, top + 2],
        [left + 40, peak + 14],
        [right - 40, peak + 14],
        [right + 22, top + 2],
      ])
  const bays = [0, 1, 2].map((bay) => left + 26 + (bay * (width - 100)) / 2)
  const content = [
    parts.drive(right + 8, right + 128, right + 34, Math.min(WIDTH + 40, right + 250)),
    parts.wall(left, top, width, GROUND - top, cover),
    parts.wall(right - 4, GROUND - 98, 140, 98, cover),
    head,
    parts.roof([
      [right - 14, GROUND - 96],
      [right + 14, GROUND - 136],
      [right + 126, GROUND - 136],
      [right + 158, GROUND - 96],
    ]),
    parts.eave(left - 10, top, width + 20),
    parts.eave(right - 12, GROUND - 98, 168),
    ...bays.map((x) => parts.window(x, top + 24, 48, 52)),
    parts.window(bays[0] ?? left, GROUND - 68, 54, 46),
    parts.door((bays[1] ?? left) + 6, GROUND - 74),
    parts.window(bays[2] ?? left, GROUND - 68, 50, 46),
    parts.garage(right + 14, GROUND - 72, 104, 72),
  ]
  return {
    content: content.join(''),
    free: [
      [left + width / 2 - 40, left + width / 2 + 40],
      [right, right + 140],
    ],
  }
}

/** A low roof with a porch under its own gable. */
const bungalow: Draw = (random, parts, { trim }) => {
  const [left, width, top] = [random.between(120, 146), random.between(318, 356), random.between(194, 206)]
  const right = left + width
  const porch = left + random.between(16, 40)
  const posts = [porch + 4, porch + 88, porch + 186]
  const content = [
    parts.drive(right - 14, right + 62, right + 22, Math.min(WIDTH + 40, right + 170)),
    parts.wall(left, top, width, GROUND - top),
    parts.roof([
      [left - 26, top + 4],
      [left + 50, top - 70],
      [right - 48, top - 70],
      [right + 26, top + 4],
    ]),
    parts.roof([
      [porch - 4, top + 14],
      [porch + 98, top - 58],
      [porch + 200, top + 14],
    ]),
    parts.gable([
      [porch + 24, top + 12],
      [porch + 98, top - 40],
      [porch + 172, top + 12],
    ]),
    parts.window(porch + 84, top - 14, 28, 18, 1),
    parts.eave(left - 26, top + 2, width + 52),
    rect(porch, top + 14, 200, 7, { fill: trim }),
    rect(porch, top + 21, 200, GROUND - top - 26, { fill: '#000', opacity: 0.2 }),
    parts.window(porch + 22, GROUND - 76, 50, 50),
    parts.door(porch + 114, GROUND - 78, 74),
    parts.window(right - 98, GROUND - 78, 64, 50),
    ...posts.map(
      (x) =>
        rect(x, top + 21, 10, GROUND - top - 25, { fill: trim }) +
        rect(x - 4, GROUND - 36, 18, 34, { fill: '#8a7f72' }),
    ),
    parts.step(porch - 4, 210),
  ]
  return {
    content: content.join(''),
    free: [
      [porch, porch + 210],
      [right - 20, right + 70],
    ],
  }
}

/** One and a half stories: a steep roof with dormers. */
const cape: Draw = (random, parts) => {
  const [left, width] = [random.between(130, 160), random.between(300, 340)]
  const [top, right] = [GROUND - 96, left + width]
  const peak = top - random.between(104, 124)
  const dormers = chance(random, 3) ? [0.5] : [0.26, 0.74]
  const content = [
    parts.drive(right + 10, right + 70, right + 40, Math.min(WIDTH + 30, right + 180)),
    parts.wall(left, top, width, 96),
    parts.chimney(left + width * 0.5 - 14 + random.between(-70, 70), peak - 22, 60),
    parts.roof([
      [left - 22, top + 2],
      [left + 30, peak],
      [right - 30, peak],
      [right + 22, top + 2],
    ]),
    ...dormers.map((share) => {
      const x = left + width * share
      return [
        parts.wall(x - 30, top - 62, 60, 54),
        parts.window(x - 17, top - 54, 34, 40, 4),
        parts.roof([
          [x - 42, top - 60],
          [x, top - 96],
          [x + 42, top - 60],
        ]),
      ].join('')
    }),
    parts.eave(left - 20, top, width + 40),
    parts.window(left + 34, GROUND - 72, 52, 46),
    parts.door(left + width / 2 - 19, GROUND - 74),
    parts.window(right - 86, GROUND - 72, 52, 46),
    parts.step(left + width / 2 - 32, 64),
  ]
  return {
    content: content.join(''),
    free: [
      [left + width / 2 - 40, left + width / 2 + 40],
      [right, right + 76],
    ],
  }
}

export const HOUSES: Readonly<Record<Form, Draw>> = {
  ranch: ranch('siding'),
  brick: ranch('brick'),
  'two-story': twoStory,
  bungalow,
  cape,
  rowhouse,
  duplex,
  flats,
  manufactured,
  land,
}
