/** A drawing by its number: the front of a house, or one of the views that belong to it. The same number is always the same house. */
import { seededRandom } from '../random.ts'
import { FACADE_COUNT, formOf, VIEWS, type View } from './forms.ts'
import { HOUSES } from './houses.ts'
import { pickPalette } from './palette.ts'
import { partsOf } from './parts.ts'
import { ellipse, GROUND, HEIGHT, path, rect, shape, svg, WIDTH } from './pen.ts'
import { drawRoom } from './rooms.ts'
import { background, definitions, foreground } from './scenery.ts'

const NAME = /^(\d{4})(?:-([a-z]+))?\.svg$/
const SPREAD = 7919

/** `0001.svg` or `0001-kitchen.svg`; null for a name that is no drawing. */
export function drawingOf(name: string): string | null {
  const [, digits, view] = NAME.exec(name) ?? []
  const number = Number(digits ?? 0)
  if (number < 1 || number > FACADE_COUNT) return null
  if (view === undefined) return drawFacade(number)
  const known = VIEWS.find((each) => each === view)
  return known ? drawView(number, known) : null
}

export function drawFacade(number: number): string {
  const random = seededRandom(number * SPREAD)
  const palette = pickPalette(random)
  const behind = background(random, palette)
  const house = HOUSES[formOf(number)](random, partsOf(palette), palette)
  return svg(definitions(palette), behind + house.content + foreground(random, palette, house.free))
}

function drawView(number: number, view: View): string {
  const random = seededRandom(number * SPREAD + VIEWS.indexOf(view) + 1)
  switch (view) {
    case 'kitchen':
    case 'living':
    case 'bedroom':
    case 'bathroom':
      return drawRoom(view, random)
    case 'yard':
      return drawYard(number)
    case 'street':
      return drawStreet(number)
  }
}

/** The front's own sky and lawn, with a fence and what is left in the grass. */
function drawYard(number: number): string {
  const palette = pickPalette(seededRandom(number * SPREAD))
  const random = seededRandom(number * SPREAD + 51)
  const boards = Array.from({ length: 33 }, (_, index) => `M${index * 20} ${GROUND - 86}v86`).join('')
  const wood = random.pick(['#b59a76', '#8f7a60', '#c9c2b4'])
  const things = [
    () =>
      rect(120, GROUND - 70, 150, 78, { fill: 'url(#wall)' }) +
      shape(
        [
          [106, GROUND - 68],
          [195, GROUND - 122],
          [284, GROUND - 68],
        ],
        { fill: 'url(#roof)' },
      ),
    () =>
      ellipse(330, GROUND + 58, 190, 34, { fill: '#e4e0d6' }) +
      ellipse(330, GROUND + 56, 174, 28, { fill: '#7fb4c4' }),
    () =>
      rect(360, GROUND + 4, 190, 50, { fill: '#bcb6aa' }) +
      rect(400, GROUND - 22, 100, 8, { fill: '#6b5a45' }) +
      path(`M412 ${GROUND - 14}v36M488 ${GROUND - 14}v36`, { stroke: '#6b5a45', width: 6 }),
  ] as const
  const content = [
    background(random, palette),
    rect(0, GROUND - 86, WIDTH, 88, { fill: wood }),
    path(boards, { stroke: '#000', width: 2, opacity: 0.22 }),
    random.pick(things)(),
    foreground(random, palette, [[100, 560]]),
  ]
  return svg(definitions(palette), content.join(''))
}

/** The house among its neighbors, from across the street. */
function drawStreet(number: number): string {
  const palette = pickPalette(seededRandom(number * SPREAD))
  const random = seededRandom(number * SPREAD + 52)
  const house = HOUSES[formOf(number)](seededRandom(number * SPREAD + 53), partsOf(palette), palette)
  const neighbors = [-1, 1].map((side) => {
    const x = WIDTH / 2 + side * 250 - 75
    const [wall, roof] = [palette.others[side === 1 ? 0 : 1], palette.roof]
    return [
      rect(x, GROUND - 84, 150, 76, { fill: wall[0] }),
      shape(
        [
          [x - 14, GROUND - 82],
          [x + 75, GROUND - 134],
          [x + 164, GROUND - 82],
        ],
        { fill: roof[1] },
      ),
      rect(x + 20, GROUND - 60, 34, 30, { fill: 'url(#glass)' }) +
        rect(x + 96, GROUND - 60, 34, 30, { fill: 'url(#glass)' }),
    ].join('')
  })
  const dashes = Array.from({ length: 9 }, (_, index) => `M${index * 80 + 6} ${HEIGHT - 44}h42`).join('')
  const content = [
    background(random, palette),
    ...neighbors,
    `<g transform="matrix(.56 0 0 .56 ${WIDTH * 0.22} ${GROUND * 0.44 - 8})">${house.content}</g>`,
    rect(0, HEIGHT - 92, WIDTH, 16, { fill: '#bdb8ad' }),
    rect(0, HEIGHT - 76, WIDTH, 76, { fill: '#6d6f70' }),
    path(dashes, { stroke: '#e8d9a0', width: 4 }),
  ]
  return svg(definitions(palette), content.join(''))
}
