import { makeDeals } from './deals/make-deals.ts'
import { measureDeals } from './deals/measure-deals.ts'
for (const n of [57120, 100000]) console.log(measureDeals(JSON.stringify(makeDeals(n))))
