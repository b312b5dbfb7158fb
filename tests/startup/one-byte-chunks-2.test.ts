// @slow @alone

import { walkRoutes } from '../helpers/one-byte-chunks.ts'

await walkRoutes(1, 3)
