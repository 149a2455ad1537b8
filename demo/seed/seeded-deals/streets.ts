/** Streets as they are called in American towns, and in Puerto Rico. Made up: a house of that number need not exist. */
import type { Random } from '../random.ts'

type Words = readonly [string, ...string[]]
const words = (text: string): Words => {
  const [first = '', ...rest] = text.split(',')
  return [first, ...rest]
}

const NAMES = words(
  'Maple,Oak,Cedar,Elm,Pine,Walnut,Chestnut,Hickory,Willow,Birch,Sycamore,Magnolia,Dogwood,Juniper,Laurel,Linden,Poplar,' +
    'Washington,Jefferson,Lincoln,Madison,Monroe,Jackson,Adams,Franklin,Harrison,Cleveland,Grant,Garfield,Tyler,Lafayette,' +
    'Park,Lake,River,Hill,Valley,Ridge,Meadow,Prairie,Spring,Forest,Orchard,Garden,Highland,Hillcrest,Fairview,Lakeview,' +
    'Bluebonnet,Larkspur,Primrose,Heather,Ivy,Clover,Wisteria,Jasmine,Azalea,Camellia,Goldenrod,Sumac,Bayberry,Foxglove,' +
    'Church,School,Mill,Depot,Railroad,Market,Commerce,Union,Liberty,Independence,Court,College,Academy,Chapel,Bridge,' +
    'Carver,Douglass,Bethune,Tubman,Crockett,Houston,Austin,Travis,Sherman,Sheridan,Warren,Putnam,Greene,Decatur,Perry,' +
    'Whitfield,Abernathy,Beaumont,Callahan,Dunbar,Ellison,Fenwick,Galloway,Hawthorne,Ingram,Kendall,Lansing,Merrill,' +
    'Norwood,Overton,Preston,Quincy,Radcliffe,Sheffield,Thornton,Underwood,Vernon,Wakefield,Yates,Ashland,Brookside,' +
    'Cherokee,Delaware,Erie,Huron,Mohawk,Osage,Pawnee,Seneca,Shawnee,Cambridge,Oxford,Windsor,Bristol,Dover,Essex,Kent',
)
const SUFFIXES = words(
  'Street,Street,Street,Street,Avenue,Avenue,Avenue,Drive,Drive,Road,Lane,Court,Place,Way,Circle,Boulevard,Terrace',
)
const ORDINALS = words(
  '1st,2nd,3rd,4th,5th,6th,7th,8th,9th,10th,11th,12th,14th,16th,18th,21st,24th,32nd,38th',
)
const DIRECTIONS = words('N,S,E,W')
const CALLES = words(
  'de la Cruz,San José,San Juan,Luna,del Sol,Fortaleza,Hostos,Betances,Baldorioty,Muñoz Rivera,Barbosa,Degetau,Colón,' +
    'Méndez Vigo,Post,Comercio,Unión,Victoria,Ceiba,Flamboyán,Roble,Almendro,Laurel,Palma Real,Maga,Azucena,Orquídea,Amapola',
)

/** `1418 N Sumpter Street`, `W 24th Avenue`, `27 Calle Luna`. */
export function makeStreet(random: Random, state: string): string {
  if (state === 'PR') return `${random.between(1, 480)} Calle ${random.pick(CALLES)}`
  const number = random.between(1, 4) === 1 ? random.between(101, 998) : random.between(1000, 9899)
  const direction = random.between(1, 6) === 1 ? `${random.pick(DIRECTIONS)} ` : ''
  const name = random.between(1, 7) === 1 ? random.pick(ORDINALS) : random.pick(NAMES)
  return `${number} ${direction}${name} ${random.pick(SUFFIXES)}`
}
