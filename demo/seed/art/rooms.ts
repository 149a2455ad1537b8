/** The rooms of a house, drawn from the door: walls, floor, what belongs in the room. */
import type { Random } from '../random.ts'
import { ellipse, gradient, HEIGHT, path, rect, shape, short, svg, WIDTH } from './pen.ts'

type Room = 'kitchen' | 'living' | 'bedroom' | 'bathroom'

interface Scheme {
  wall: string
  floor: readonly [string, string]
  /** Cabinets and upholstery. */
  main: string
  soft: string
}

const SCHEMES: readonly [Scheme, ...Scheme[]] = [
  { wall: '#e9e6df', floor: ['#a98763', '#7f6146'], main: '#53696d', soft: '#66777b' },
  { wall: '#dfe3e2', floor: ['#b99a78', '#8d7052'], main: '#6d6a75', soft: '#7d7a86' },
  { wall: '#ece4d6', floor: ['#8f7256', '#68503a'], main: '#7a5f4c', soft: '#8b6d57' },
  { wall: '#d9dedb', floor: ['#a7a39b', '#807c74'], main: '#5c6f5a', soft: '#6c8069' },
  { wall: '#e6dfe0', floor: ['#9c7d60', '#725a44'], main: '#4b5563', soft: '#5d6775' },
]
const BACK = { left: 120, right: 540, top: 60, floor: 300 } as const
const LIGHT = { fill: 'url(#day)', stroke: '#fff', width: 8 } as const

export function drawRoom(room: Room, random: Random): string {
  const scheme = random.pick(SCHEMES)
  const definitions =
    gradient('paint', [scheme.wall, '#cfcabf'], true) +
    gradient('floor', scheme.floor) +
    gradient('day', ['#cfe2ea', '#e9efe2'])
  const drawn = shell() + FURNITURE[room](random, scheme)
  // Every other one is seen from the other side.
  const isMirrored = random.between(1, 2) === 1
  return svg(definitions, isMirrored ? `<g transform="matrix(-1 0 0 1 ${WIDTH} 0)">${drawn}</g>` : drawn)
}

function shell(): string {
  const { left, right, top, floor } = BACK
  const boards = Array.from({ length: 20 }, (_, index) => {
    const at = index - 8
    return `M${330 + at * 26} ${floor}L${330 + at * 60} ${HEIGHT}`
  })
  return [
    rect(0, 0, WIDTH, HEIGHT, { fill: 'url(#paint)' }),
    shape(
      [
        [0, HEIGHT],
        [0, 340],
        [left, floor],
        [right, floor],
        [WIDTH, 340],
        [WIDTH, HEIGHT],
      ],
      { fill: 'url(#floor)' },
    ),
    shape(
      [
        [0, 0],
        [left, top],
        [left, floor],
        [0, 340],
      ],
      { fill: '#000', opacity: 0.06 },
    ),
    shape(
      [
        [WIDTH, 0],
        [right, top],
        [right, floor],
        [WIDTH, 340],
      ],
      { fill: '#000', opacity: 0.1 },
    ),
    shape(
      [
        [0, 0],
        [left, top],
        [right, top],
        [WIDTH, 0],
      ],
      { fill: '#fff', opacity: 0.35 },
    ),
    path(boards.join(''), { stroke: '#000', opacity: 0.1 }),
  ].join('')
}

const pane = (x: number, y: number, width: number, height: number): string =>
  rect(x, y, width, height, LIGHT) +
  path(`M${short(x + width / 2)} ${y}v${height}M${x} ${short(y + height / 2)}h${width}`, {
    stroke: '#fff',
    width: 4,
  })

const FURNITURE: Readonly<Record<Room, (random: Random, scheme: Scheme) => string>> = {
  kitchen(random, { main }) {
    const upper = random.pick(['#f7f5f0', '#e3e6e4', '#d8c9b0'])
    const cabinet = (x: number) =>
      rect(x, 90, 150, 74, { fill: upper }) +
      path(`M${x + 50} 90v74M${x + 100} 90v74`, { stroke: '#000', opacity: 0.14 })
    const island =
      rect(190, 290, 300, 12, { fill: '#efece5' }) +
      rect(200, 302, 280, 96, { fill: random.pick(['#e1ddd2', '#8c8f8a', main]) })
    return [
      cabinet(140) + cabinet(370) + rect(296, 84, 68, 86, { ...LIGHT, width: 6 }),
      rect(130, 164, 400, 50, { fill: '#eceae4' }),
      path('M130 176h400M130 189h400M130 202h400', { stroke: '#000', opacity: 0.06 }),
      rect(126, 212, 408, 10, { fill: random.pick(['#4f5556', '#efe9dc', '#7a6a58']) }),
      rect(130, 222, 400, 88, { fill: main }),
      path('M196 222v88M262 222v88M398 222v88M464 222v88', { stroke: '#000', width: 2, opacity: 0.3 }),
      rect(268, 224, 126, 84, { fill: '#b9bcbc' }) + rect(280, 244, 102, 50, { fill: '#3c4142' }),
      random.between(1, 3) === 1 ? '' : island,
    ].join('')
  },
  living(random, { soft }) {
    const sofa = random.between(150, 200)
    return [
      pane(170, 92, random.between(100, 140), 120),
      rect(380, 104, 96, 66, { fill: '#c7b79a', stroke: '#5b5248', width: 4 }),
      path('M384 160q30-40 50-18q20-24 38 18z', { fill: random.pick(['#6f8578', '#a26a4f', '#5d7390']) }),
      rect(sofa, 262, 230, 52, { fill: soft, radius: 8 }) +
        rect(sofa - 10, 238, 250, 44, { fill: soft, radius: 10 }),
      rect(sofa - 14, 258, 30, 62, { fill: '#000', opacity: 0.2, radius: 8 }),
      rect(sofa + 214, 258, 30, 62, { fill: '#000', opacity: 0.2, radius: 8 }),
      ellipse(sofa + 130, 366, 150, 26, {
        fill: random.pick(['#d9d0bd', '#b8c0bd', '#c9a88d']),
        opacity: 0.8,
      }),
      rect(sofa + 66, 338, 128, 12, { fill: '#4c3b2d' }),
      path(`M${sofa + 76} 350v28M${sofa + 184} 350v28`, { stroke: '#4c3b2d', width: 6 }),
      rect(484, 180, 4, 126, { fill: '#3d3d3d' }) + path('M466 180h40l-8-38h-24z', { fill: '#f2e6c6' }),
    ].join('')
  },
  bedroom(random, { soft }) {
    const wood = random.pick(['#8b7358', '#5c4a3a', '#b9a184'])
    return [
      pane(random.between(370, 400), 86, 110, 130),
      rect(150, 200, 190, 70, { fill: wood }) + rect(146, 252, 200, 66, { fill: '#eef0ee', radius: 8 }),
      rect(156, 236, 80, 34, { fill: '#fff', radius: 8 }) +
        rect(252, 236, 80, 34, { fill: '#fff', radius: 8 }),
      path('M146 280h200v38q-100 16-200 0z', { fill: soft }),
      rect(356, 268, 50, 44, { fill: wood }) + rect(379, 226, 4, 42, { fill: '#3d3d3d' }),
      path('M364 228h34l-7-30h-20z', { fill: '#f2e6c6' }),
    ].join('')
  },
  bathroom(random, { main }) {
    const tiles = Array.from({ length: 8 }, (_, index) => `M${172 + index * 52} 60v150`).join('')
    return [
      rect(120, 60, 420, 150, { fill: random.pick(['#e9eef0', '#e4ebe4', '#efe9e2']) }),
      path(`${tiles}M120 97h420M120 135h420M120 172h420`, { stroke: '#000', opacity: 0.07 }),
      rect(150, 220, 180, 90, { fill: main }) + rect(144, 212, 192, 12, { fill: '#f4f3ef' }),
      rect(170, 92, 140, 96, { fill: 'url(#day)', stroke: '#45494a', width: 5 }),
      rect(380, 230, 150, 80, { fill: '#fbfbf9', radius: 12 }),
      path('M372 230h166', { stroke: '#dcdcd8', width: 8 }),
      random.between(1, 2) === 1 ? rect(410, 80, 80, 70, { ...LIGHT, width: 6 }) : '',
    ].join('')
  },
}
