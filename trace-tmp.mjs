import { chromium } from 'playwright'
const [,, url, flags=''] = process.argv
const b = await chromium.launch({ executablePath:'/usr/bin/chromium-headless-shell', args:['--no-sandbox','--disable-dev-shm-usage', ...flags.split(' ').filter(Boolean)] })
const client = await b.newBrowserCDPSession()
const events=[]
client.on('Tracing.dataCollected', e=>events.push(...e.value))
await client.send('Tracing.start',{traceConfig:{includedCategories:['toplevel','devtools.timeline','v8','disabled-by-default-v8.compile','blink','cc','gpu'],recordMode:'recordUntilFull'},transferMode:'ReportEvents'})
const c = await b.newContext({viewport:{width:1440,height:900},reducedMotion:'reduce'})
const p = await c.newPage()
await p.goto(url); await p.waitForTimeout(4000)
await new Promise(async r=>{client.once('Tracing.tracingComplete',r); await client.send('Tracing.end')})
await b.close()
const names={}
for(const e of events) if(e.ph==='M'&&e.name==='thread_name') names[e.pid+':'+e.tid]=e.args.name
const byThread={}
for(const e of events){ if(e.ph!=='X')continue; const k=names[e.pid+':'+e.tid]||'?'; (byThread[k]??=[]).push(e)}
for(const [k,list] of Object.entries(byThread)){
  // self thread time by name
  list.sort((a,b)=>a.ts-b.ts||b.dur-a.dur)
  const groups={}; 
  const perTid={}
  for(const e of list){ const s=(perTid[e.pid+':'+e.tid]??=[]); while(s.length&&s.at(-1).end<=e.ts)s.pop(); const d=e.tdur??e.dur??0; groups[e.name]=(groups[e.name]??0)+d; if(s.length) groups[s.at(-1).name]-=d; s.push({end:e.ts+(e.dur||0),name:e.name}) }
  const total=Object.values(groups).reduce((a,b)=>a+b,0)
  if(total<20000)continue
  console.log(k, (total/1000).toFixed(0)+'ms'); for(const [n,v] of Object.entries(groups).sort((a,b)=>b[1]-a[1]).slice(0,12)) console.log('   ',(v/1000).toFixed(0),n)
}
