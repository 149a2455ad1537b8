/** Who lives in the demo world: the accounts that sell, their persons in the seller app, and the buyers. */
import type { DemoAccount, DemoCustomer, DemoMember } from './world.ts'

export const ACCOUNTS: readonly DemoAccount[] = [
  { key: 'lone-star', title: 'Lone Star Dispositions', logo: 'lone-star.svg' },
  { key: 'gulf-coast', title: 'Gulf Coast Wholesale', logo: 'gulf-coast.svg' },
  { key: 'bayou-city', title: 'Bayou City Homebuyers', logo: null },
  { key: 'northline', title: 'Northline Property Group', logo: null },
  { key: 'sabine-ridge', title: 'Sabine Ridge Capital', logo: null },
  { key: 'magnolia-oak', title: 'Magnolia & Oak Realty', logo: null },
  { key: 'piney-woods', title: 'Piney Woods Land Co.', logo: null },
  { key: 'tidewater', title: 'Tidewater Home Solutions', logo: 'tidewater.svg' },
  { key: 'third-coast', title: '3rd Coast Flips LLC', logo: null },
  // An account whose owner has not named it yet: its avatar is '#'.
  { key: 'unnamed', title: '', logo: null },
]

export const MEMBERS: readonly DemoMember[] = [
  {
    key: 'seller1',
    name: 'Nora Beck',
    email: 'nora@lonestardispositions.example',
    password: 'plat-seller-1',
    account: 'lone-star',
  },
  {
    key: 'seller2',
    name: 'Luis Ortega',
    email: 'luis@gulfcoastwholesale.example',
    password: 'plat-seller-2',
    account: 'gulf-coast',
  },
]

const customer = (given: Pick<DemoCustomer, 'key' | 'name' | 'email' | 'phone'> & Partial<DemoCustomer>) => ({
  password: null,
  isSetUp: true,
  markets: [],
  companies: [],
  ...given,
})

/** Each has its id by its place here, so a new one is added at the end. */
export const CUSTOMERS: readonly DemoCustomer[] = [
  customer({
    key: 'buyer1',
    name: 'Dana Whitfield',
    email: 'dana@whitfieldholdings.com',
    password: 'plat-buyer-1',
    phone: '+17132840142',
    markets: ['Harris County, TX', 'Galveston, TX', '77008, Houston, TX'],
    companies: ['Houston Property Group LLC', 'Whitfield Holdings Trust'],
  }),
  customer({
    key: 'buyer2',
    name: 'Marcus Reyes',
    email: 'marcus@reyesrentals.example',
    password: 'plat-buyer-2',
    phone: '+18322840117',
    markets: ['Fort Bend County, TX', 'San Antonio, TX'],
  }),
  customer({ key: 'priya', name: 'Priya Raman', email: 'priya@ramanhomes.example', phone: '+12812840121' }),
  customer({ key: 'theo', name: 'Theo Lindqvist', email: 'theo@lindqvist.example', phone: '+12812840133' }),
  customer({ key: 'carla', name: 'Carla Mendoza', email: 'carla@mendozafix.example', phone: '+14092840148' }),
  customer({ key: 'wes', name: 'Wes Abernathy', email: 'wes@abernathyland.example', phone: '+19362840155' }),
  customer({
    key: 'buyer3',
    name: 'Renee Castillo',
    email: 'renee@castillohomes.example',
    password: 'plat-buyer-3',
    phone: '+18322840163',
    isSetUp: false,
  }),
]
