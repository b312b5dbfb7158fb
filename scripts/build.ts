import { buildDashboard, hashSources, isBuilt } from '../src/dashboard/build.ts'

// `npm run build`: the dashboard, ahead of the first start. `npm start` does it by itself when it has to.
const sources = hashSources()
if (isBuilt(sources)) {
  console.log('The dashboard is built already.')
} else {
  await buildDashboard(sources, new AbortController().signal)
  console.log('The dashboard is built.')
}
