import { buildDashboard, hashSources, isBuilt } from '../src/dashboard/build.ts'

// `npm run build` builds the dashboard before the first start. `npm start` builds it when needed.
const sources = hashSources()
if (isBuilt(sources)) {
  console.log('The dashboard is already built.')
} else {
  await buildDashboard(sources, new AbortController().signal)
  console.log('The dashboard is built.')
}
